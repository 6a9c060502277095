"""What every embedding must satisfy before it is stored or compared."""

import numpy as np
from numpy.typing import NDArray

from pg_recall_udf.embed.preset import Preset
from pg_recall_udf.errors import RecallError

Vectors = NDArray[np.float32]

# Float32 rounding of a normalised vector stays far below this; a different normalisation does not.
_NORM_TOLERANCE = 1e-3


def checked(vectors: Vectors, rows: int, preset: Preset) -> Vectors:
    """The same array, once it is `rows` x `preset.dim`, finite, not zero, and of length one where promised.

    Raises: RC010 with the first fault found.
    """
    if vectors.shape != (rows, preset.dim):
        raise _refused(preset, f"shape {vectors.shape}, expected {(rows, preset.dim)}")
    if not np.isfinite(vectors).all():
        raise _refused(preset, "it holds NaN or infinity")
    norms = np.linalg.norm(vectors, axis=1)
    if (norms == 0).any():
        raise _refused(preset, "a vector is zero")
    if preset.normalised and (np.abs(norms - 1) > _NORM_TOLERANCE).any():
        raise _refused(preset, f"a vector has length {norms[np.argmax(np.abs(norms - 1))]:.4f}, expected 1")
    return vectors


def _refused(preset: Preset, detail: str) -> RecallError:
    return RecallError("RC010", f"the embedding from model {preset.name} is unusable", detail=detail)
