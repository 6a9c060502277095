"""What the cluster commands raise."""


class ClusterError(Exception):
    """A step that could not be done, with what to do about it in `hint`."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
