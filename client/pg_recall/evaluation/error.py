"""Why an evaluation cannot run."""


class EvaluationError(Exception):
    """Something the user can put right; `hint` says how."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
