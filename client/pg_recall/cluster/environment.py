"""The variables the server and the sidecar are started with: a short list, never the caller's secrets."""

import os

from pg_recall.home import Home

# Passed on when set: the time zone, numpy's choice of kernels, and what a GPU's driver needs.
KEPT = (
    "TZ",
    "OPENBLAS_CORETYPE",
    "OPENBLAS_L2_SIZE",
    "CUDA_VISIBLE_DEVICES",
    "NVIDIA_VISIBLE_DEVICES",
    "LD_LIBRARY_PATH",
)


def runtime(home: Home) -> dict[str, str]:
    """What decides which code runs: a process started with other values has to be restarted."""
    packages = next((home.deps / "lib").glob("python3.*/site-packages"), home.deps)
    return {
        "PYTHONPATH": f"{home.code}:{packages}",
        "PG_RECALL_MODELS": str(home.models),
        "PG_RECALL_SIDECAR": str(home.sidecar_socket),
        "TIKTOKEN_CACHE_DIR": str(home.models / "tiktoken"),
        # Before any import: threads of many backends fight over the processors (measured 20 times slower).
        "OPENBLAS_NUM_THREADS": "1",
        "OMP_NUM_THREADS": "1",
        # onnxruntime records use and sends it home unless told not to.
        "ORT_DISABLE_TELEMETRY": "1",
    }


def full(home: Home) -> dict[str, str]:
    """The whole environment of a process that serves this home."""
    return {
        "PATH": "/usr/local/bin:/usr/bin:/bin",
        "HOME": "/nonexistent",
        "LANG": "C.UTF-8",
        "PYTHONNOUSERSITE": "1",
        **{name: os.environ[name] for name in KEPT if name in os.environ},
        **runtime(home),
    }
