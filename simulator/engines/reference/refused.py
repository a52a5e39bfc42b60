"""What a resource answers when it is short."""


class StepRefused(Exception):  # noqa: N818 (nothing went wrong: it is an answer)
    """A step was refused; `cause` names the resource that ran out."""

    def __init__(self, cause: str) -> None:
        super().__init__(cause)
        self.cause = cause
