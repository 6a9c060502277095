"""The errors of recall as an interface: a client switches on the code, never on the text."""

MEANING = {
    "RC001": "the content is empty, or says nothing (only punctuation, a placeholder, one unit repeated)",
    "RC002": "the content, a batch or a list is larger than allowed",
    "RC003": "the value of an argument is outside what is allowed",
    "RC004": "the type, kind or source is not one of the known ones",
    "RC005": "there is no project of that name",
    "RC006": "no project was given and none is chosen",
    "RC007": "there is nothing with that id in the project",
    "RC008": "there is no entity of that name or alias in the project",
    "RC009": "the change would make a cycle, or two things cannot be merged",
    "RC010": "an embedding was refused: unknown model, wrong dimension, not a number, or all zero",
    "RC011": "a model's file is missing, or is not the pinned one",
    "RC012": "the sidecar, or the embedder behind it, cannot be reached",
    "RC013": "the Python code in the server and the extension are of different versions",
    "RC014": "there is no tool of that name",
    "RC015": "a tool's arguments do not fit its schema",
    "RC016": "writing is impossible here: a standby or a read-only transaction",
    "RC017": "the content carries a credential and was refused",
    "RC018": "the index and what it was made from differ",
    "RC0A0": "the feature is not supported yet",
}


class RecallError(Exception):
    """A refusal with a code of MEANING, what happened, the particulars, and the way out.

    The door turns it into an error of the server with the same fields; a code that is not in MEANING is a
    mistake of the caller and raises KeyError.
    """

    def __init__(
        self, sqlstate: str, message: str, detail: str | None = None, hint: str | None = None
    ) -> None:
        super().__init__(message)
        self.meaning = MEANING[sqlstate]
        self.sqlstate = sqlstate
        self.message = message
        self.detail = detail
        self.hint = hint

    @property
    def reason(self) -> str:
        """Message and detail as one sentence, for an answer that goes on without what failed."""
        return f"{self.message}: {self.detail}" if self.detail else self.message
