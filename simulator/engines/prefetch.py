"""A hint to the processor: this will be read soon. It changes no result, only how long the read takes.

Jobs, heaps and caches of a busy server do not fit the processor's nearest caches, so a run mostly waits for memory.
What will be needed next is known early here - the object of a request when it begins, the next job of a timer when the
one before it leaves - so the wait can pass while other work is done.
"""

from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic


def _hint(typing_context, array, index):
    """Brings element `index` of a one-dimensional array near, without reading it: its first and its last byte."""
    if not isinstance(array, types.Array) or array.ndim != 1 or not isinstance(index, types.Integer):
        return None

    def codegen(context, builder, signature, arguments):
        data = context.make_array(signature.args[0])(context, builder, arguments[0])
        stride = cgutils.unpack_tuple(builder, data.strides, 1)[0]
        start = builder.ptrtoint(data.data, ir.IntType(64))
        wide = context.cast(builder, arguments[1], signature.args[1], types.int64)
        first = builder.add(start, builder.mul(stride, wide))
        last = builder.add(first, context.get_constant(types.int64, array.dtype.bitwidth // 8 - 1))
        flag, byte = ir.IntType(32), ir.IntType(8).as_pointer()
        kind = ir.FunctionType(ir.VoidType(), [byte, flag, flag, flag])
        function = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
        for address in (first, last) if array.dtype.bitwidth > 64 else (first,):
            builder.call(function, [builder.inttoptr(address, byte), flag(0), flag(3), flag(1)])
        return context.get_dummy_value()

    return types.void(array, index), codegen


# For compiled functions only, which give the array and the index.
prefetch: Any = intrinsic(_hint)
