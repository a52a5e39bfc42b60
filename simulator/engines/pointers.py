"""A tuple of arrays handed on by its address.

Numba hands a tuple to a function by value: each of its arrays is seven words or more, so that a call with a world of
fifty arrays copies hundreds of them, and reading them back costs as much as the work of a short step. By its address a
tuple is one word, whatever it holds. Who is called reads from it what it needs, and the compiler knows that the tuple
stays as it is: only the contents of its arrays change.

Its arrays count from their first element only. Python lets an index count from the end where it is negative, so that
compiled code asks for the sign of every index: a good tenth of all instructions of a busy run did nothing else. An
index into an array of a tuple that is handed on is never negative, and is used as it is.
"""

import operator
from collections.abc import Sequence
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.core.datamodel.models import ArrayModel
from numba.core.imputils import lower_builtin, lower_getattr_generic
from numba.core.typing.templates import AttributeTemplate, infer_getattr
from numba.extending import intrinsic, models, register_model
from numba.np.arrayobj import get_itemsize, getitem_array_tuple, getitem_arraynd_intp, populate_array, setitem_array

_WORD = 8  # Bytes.
_ADDRESS, _INTEGER = ir.IntType(8).as_pointer(), ir.IntType(64)


class UnsignedArray(types.Array):
    """The type, in compiled code, of an array no index of which is negative."""

    def __init__(self, of: types.Array) -> None:
        name = f"FromFirst({of})"
        super().__init__(of.dtype, of.ndim, of.layout, readonly=not of.mutable, name=name, aligned=of.aligned)

    def copy(self, *changes: object, **named: object) -> types.Array:
        """The same but for what is named: a part of such an array is one too."""
        return UnsignedArray(super().copy(*changes, **named))


register_model(UnsignedArray)(ArrayModel)


class TuplePointer(types.Type):
    """The type, in compiled code, of a tuple that is handed on by its address."""

    def __init__(self, of: types.BaseNamedTuple) -> None:
        self.of = _from_first(of)
        super().__init__(f"Handed({of})")


def _from_first(of: types.Type) -> types.Type:
    """The type of a part of a tuple once that is handed on."""
    if isinstance(of, types.BaseTuple):
        return types.BaseTuple.from_types([*map(_from_first, of.types)], getattr(of, "instance_class", None))
    return UnsignedArray(of) if isinstance(of, types.Array) else of


@register_model(TuplePointer)
class _TuplePointerModel(models.OpaqueModel):
    """An address, to whoever only hands it on."""


@infer_getattr
class _Fields(AttributeTemplate):
    """The fields of a tuple are had from its address by their names."""

    key = TuplePointer

    def generic_resolve(self, handed: TuplePointer, name: str) -> types.Type | None:
        """The type of a field, None if there is none of that name."""
        return handed.of.types[handed.of.fields.index(name)] if name in handed.of.fields else None


@lower_getattr_generic(TuplePointer)
def _field(context: Any, builder: ir.IRBuilder, handed: TuplePointer, address: ir.Value, name: str) -> ir.Value:  # noqa: ANN401
    number = handed.of.fields.index(name)
    words = builder.bitcast(address, _INTEGER.as_pointer())
    return _read(context, builder, handed.of.types[number], _after(builder, words, handed.of.types[:number]))


def _without_sign(context: Any, builder: ir.IRBuilder, of: types.Type, index: ir.Value) -> tuple[types.Type, ir.Value]:  # noqa: ANN401
    """An index, or a tuple of them, whose integers have no sign."""
    if isinstance(of, types.BaseTuple):
        each = [builder.extract_value(index, i) for i in range(len(of))]
        parts = [_without_sign(context, builder, part, value) for part, value in zip(of.types, each, strict=True)]
        whole = types.BaseTuple.from_types([part for part, _ in parts])
        return whole, context.make_tuple(builder, whole, [value for _, value in parts])
    if isinstance(of, types.Integer) and of.signed:
        return types.uintp, context.cast(builder, index, of, types.intp)
    return of, index


def _as_it_is(context, builder, signature, arguments):
    """What is asked of an array at an index, where nobody asks for the sign of that."""
    of, index = _without_sign(context, builder, signature.args[1], arguments[1])
    asked = signature.replace(args=(signature.args[0], of, *signature.args[2:]))
    return context, builder, asked, (arguments[0], index, *arguments[2:])


@lower_builtin(operator.getitem, UnsignedArray, types.Integer)
def _element(*asked):
    return getitem_arraynd_intp(*_as_it_is(*asked))


@lower_builtin(operator.getitem, UnsignedArray, types.BaseTuple)
def _element_of_several_dimensions(*asked):
    return getitem_array_tuple(*_as_it_is(*asked))


@lower_builtin(operator.setitem, UnsignedArray, types.Integer, types.Any)
@lower_builtin(operator.setitem, UnsignedArray, types.BaseTuple, types.Any)
def _set_element(*asked):
    return setitem_array(*_as_it_is(*asked))


def _words(of: types.Type) -> int:
    """How many words a part of a tuple takes: of an array, where its elements are and how many in each dimension."""
    if isinstance(of, types.BaseTuple):
        return sum(map(_words, of.types))
    return 1 + of.ndim if isinstance(of, types.Array) else 0


def _can_be_handed(of: types.Type) -> bool:
    """Whether a tuple holds nothing but arrays without gaps, nothing at all, and such tuples."""
    if isinstance(of, types.BaseTuple):
        return all(map(_can_be_handed, of.types))
    return of.layout == "C" if isinstance(of, types.Array) else isinstance(of, types.NoneType)


def _after(builder: ir.IRBuilder, words: ir.Value, parts: Sequence[types.Type]) -> ir.Value:
    """Where the part of a tuple lies that comes after others."""
    return builder.gep(words, [_INTEGER(sum(map(_words, parts)))])


def _read(context: Any, builder: ir.IRBuilder, of: types.Type, words: ir.Value) -> ir.Value:  # noqa: ANN401
    """A part of a tuple, read word by word."""
    if isinstance(of, types.BaseTuple):
        parts = [_read(context, builder, part, _after(builder, words, of.types[:i])) for i, part in enumerate(of.types)]
        return context.make_tuple(builder, of, parts)
    if not isinstance(of, types.Array):
        return context.get_dummy_value()
    array = context.make_array(of)(context, builder)
    data = _constant(builder, builder.bitcast(words, array.data.type.as_pointer()))
    shape = [_constant(builder, builder.gep(words, [_INTEGER(1 + i)])) for i in range(of.ndim)]
    strides = [context.get_constant(types.intp, get_itemsize(context, of))]
    for size in reversed(shape[1:]):
        strides.insert(0, builder.mul(strides[0], size))
    populate_array(array, data=data, shape=shape, strides=strides, itemsize=strides[-1], meminfo=None)
    return array._getvalue()


def _constant(builder: ir.IRBuilder, at: ir.Value) -> ir.Value:
    """A word that never changes, for all that the compiler need know: if it is not needed, or has been read before, it
    is not read."""
    word = builder.load(at)
    word.set_metadata("invariant.load", builder.module.add_metadata([]))
    return word


def _write(context: Any, builder: ir.IRBuilder, of: types.Type, value: ir.Value, words: ir.Value) -> None:  # noqa: ANN401
    """Writes a part of a tuple to its place."""
    if isinstance(of, types.BaseTuple):
        for i, part in enumerate(of.types):
            _write(context, builder, part, builder.extract_value(value, i), _after(builder, words, of.types[:i]))
    elif isinstance(of, types.Array):
        array = context.make_array(of)(context, builder, value)
        builder.store(array.data, builder.bitcast(words, array.data.type.as_pointer()))
        for i, size in enumerate(cgutils.unpack_tuple(builder, array.shape, of.ndim)):
            builder.store(size, builder.gep(words, [_INTEGER(1 + i)]))


def _anew(builder: ir.IRBuilder, address: ir.Value) -> ir.Value:
    """An address that is, for all that the compiler knows, another one, so that nothing is read by it before all that
    comes ahead of it here has been written."""
    code = ir.InlineAsm(ir.FunctionType(_ADDRESS, [_ADDRESS]), "", "=r,0,~{memory}", side_effect=True)
    return builder.call(code, [builder.bitcast(address, _ADDRESS)])


@intrinsic
def pointer_to(typing_context, world):
    """The address of a tuple of arrays, good until the function that asks for it returns."""
    if not isinstance(world, types.BaseNamedTuple) or not _can_be_handed(world):
        return None

    def codegen(context, builder, signature, arguments):
        place = cgutils.alloca_once(builder, ir.ArrayType(_INTEGER, _words(world)))
        _write(context, builder, world, arguments[0], builder.bitcast(place, _INTEGER.as_pointer()))
        return _anew(builder, place)

    return TuplePointer(world)(world), codegen


@intrinsic
def write_tuple(typing_context, memory, number, world):
    """Writes a tuple of arrays into `memory` (bytes, each place as many as bytes_of says), at its place of that number.
    The address of place 0, for tuples of that type; it is good for all places that have been written by then."""
    if not isinstance(world, types.BaseNamedTuple) or not _can_be_handed(world) or not isinstance(memory, types.Array):
        return None

    def codegen(context, builder, signature, arguments):
        data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
        words = builder.bitcast(data, _INTEGER.as_pointer())
        place = builder.gep(words, [builder.mul(arguments[1], _INTEGER(_words(world)))])
        _write(context, builder, world, arguments[2], place)
        return _anew(builder, data)

    return TuplePointer(world)(memory, types.int64, world), codegen


@intrinsic
def pointer_at(typing_context, worlds, number):
    """The address of a tuple, of several that lie one behind the other."""
    if not isinstance(worlds, TuplePointer):
        return None

    def codegen(context, builder, signature, arguments):
        step = builder.mul(arguments[1], _INTEGER(_WORD * _words(worlds.of)))
        return builder.gep(arguments[0], [step])

    return worlds(worlds, types.int64), codegen


def tuple_bytes(world: tuple) -> int:
    """What a tuple of arrays, and of such tuples, takes where it is laid down: nothing of what its arrays hold."""
    own = sum(_WORD * (1 + part.ndim) for part in world if isinstance(part, np.ndarray))
    return own + sum(tuple_bytes(part) for part in world if isinstance(part, tuple))
