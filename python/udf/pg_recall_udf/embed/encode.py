"""One embedding model in this process: text to vectors with onnxruntime, in short pieces."""

import mmap
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pg_recall_udf.embed.preset import Mode, Preset
from pg_recall_udf.embed.token import Tokeniser
from pg_recall_udf.embed.vector import Vectors, checked
from pg_recall_udf.errors import RecallError

# Importing the runtime starts a thread, which inherits the signal mask: in a backend it must take no signal
# that is meant for PostgreSQL's own thread.
_mask = signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
try:
    import onnxruntime
finally:
    signal.pthread_sigmask(signal.SIG_SETMASK, _mask)

# Padded tokens of one forward pass: about 180 ms on one slow core, within the 250 ms a backend may go
# without looking at its interrupts, and already at full throughput.
PIECE_TOKENS = 512
_TOKENISE_TEXTS = 64

Ids = Sequence[Sequence[int]]


class Encoder:
    """A loaded model. Costs about 0.3 s and 170 MB once; safe for one thread at a time.

    Raises: RC011 for absent or altered files, RC010 when this machine does not reproduce the known vector.
    """

    def __init__(self, directory: Path, preset: Preset, threads: int = 1) -> None:
        self.preset = preset
        self.tokeniser = Tokeniser(directory, preset)
        self._session = _session(directory / "model.onnx", threads)
        self._inputs = {node.name for node in self._session.get_inputs()}
        self._prove_known_vector()

    def encode(self, texts: Sequence[str], mode: Mode, pause: Callable[[], None] | None = None) -> Vectors:
        """Vectors in the order of the texts, float32 of shape (n, dim).

        `pause` is called between pieces of at most PIECE_TOKENS tokens; what it raises ends the work.
        Raises: RC010 when the model yields NaN, zeros or another dimension.
        """
        ids: list[list[int]] = []
        for start in range(0, len(texts), _TOKENISE_TEXTS):
            if pause and start:
                pause()
            ids += self.tokeniser.ids(texts[start : start + _TOKENISE_TEXTS], mode)
        vectors = np.empty((len(texts), self.preset.dim), np.float32)
        for number, piece in enumerate(pieces([len(row) for row in ids])):
            if pause and number:
                pause()
            vectors[piece] = self.vectors([ids[row] for row in piece])
        return vectors

    def vectors(self, ids: Ids) -> Vectors:
        """One forward pass over rows of token ids, pooled and normalised, float32 of shape (n, dim).

        Raises: RC010 when the output is unusable.
        """
        hidden, mask = self.token_vectors(ids)
        pooled = hidden[:, 0] if self.preset.pooling == "cls" else _mean(hidden, mask)
        if self.preset.normalised:
            pooled = pooled / np.maximum(np.linalg.norm(pooled, axis=1, keepdims=True), 1e-12)
        return checked(pooled.astype(np.float32, copy=False), len(ids), self.preset)

    def token_vectors(self, ids: Ids) -> tuple[Vectors, NDArray[np.int64]]:
        """The last hidden state, float32 (n, longest, dim), and the mask of its real tokens (n, longest)."""
        width = max(len(row) for row in ids)
        tokens = np.zeros((len(ids), width), np.int64)
        mask = np.zeros_like(tokens)
        for row, values in enumerate(ids):
            tokens[row, : len(values)] = values
            mask[row, : len(values)] = 1
        feed = {"input_ids": tokens, "attention_mask": mask}
        if "token_type_ids" in self._inputs:
            feed["token_type_ids"] = np.zeros_like(tokens)
        return self._session.run(None, feed)[0], mask

    def _prove_known_vector(self) -> None:
        known = self.preset.known
        head = self.encode([known.text], "passage")[0, : len(known.head)]
        distance = float(np.abs(head - np.asarray(known.head, np.float32)).max())
        if distance > known.tolerance:
            raise RecallError(
                "RC010",
                f"model {self.preset.name} does not reproduce its known vector on this machine",
                detail=f"largest difference {distance:.5f}, tolerance {known.tolerance}",
                hint="Install the pinned onnxruntime; vectors of a wrong runtime cannot be compared.",
            )


def pieces(lengths: Sequence[int], budget: int = PIECE_TOKENS) -> Iterator[list[int]]:
    """Row numbers cut into batches whose padded size (rows x longest) is at most `budget` tokens.

    Sorted by length, so that little is padding; a row longer than the budget is a batch of its own.
    """
    piece: list[int] = []
    for row in sorted(range(len(lengths)), key=lengths.__getitem__):
        if piece and (len(piece) + 1) * lengths[row] > budget:
            yield piece
            piece = []
        piece.append(row)
    if piece:
        yield piece


def _mean(hidden: Vectors, mask: NDArray[np.int64]) -> Vectors:
    weights = mask[:, :, None].astype(np.float32)
    return (hidden * weights).sum(axis=1) / weights.sum(axis=1)


def _session(path: Path, threads: int) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.execution_mode = onnxruntime.ExecutionMode.ORT_SEQUENTIAL
    # An arena keeps its high-water mark for ever: 535 MB against 217 MB after batches of long texts.
    options.enable_cpu_mem_arena = False
    options.enable_mem_pattern = False
    options.log_severity_level = 3
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    if _is_dynamically_quantised(path):
        # Without it, 8-bit products saturate on CPUs without VNNI and the batch changes the result.
        options.add_session_config_entry("session.x64quantprecision", "1")
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


def _is_dynamically_quantised(path: Path) -> bool:
    with path.open("rb") as source, mmap.mmap(source.fileno(), 0, access=mmap.ACCESS_READ) as content:
        return content.find(b"DynamicQuantizeLinear") >= 0


_loaded: dict[tuple[str, str, int], Encoder] = {}
_loading = threading.Lock()


def encoder(directory: Path, preset: Preset, threads: int = 1) -> Encoder:
    """The encoder of this process for that model, loaded on first use.

    Raises: as Encoder.
    """
    key = (str(directory), preset.fingerprint, threads)
    with _loading:
        found = _loaded.get(key)
        if found is None:
            found = _loaded[key] = Encoder(directory, preset, threads)
    return found
