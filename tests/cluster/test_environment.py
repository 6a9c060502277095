"""What the server's processes are started with."""

import subprocess

from pg_recall.cluster import environment, process, server, sidecar

LOAD = "import onnxruntime, sys; onnxruntime.InferenceSession(sys.argv[1])"


def test_loading_a_model_leaves_no_usage_record_behind(runtime, tmp_path):
    model = runtime.models / "minilm-int8" / "model.onnx"
    variables = environment.full(runtime) | {"HOME": str(tmp_path)}
    subprocess.run([runtime.python, "-c", LOAD, model], env=variables, check=True)
    assert list(tmp_path.iterdir()) == []


def test_server_and_sidecar_run_the_installed_code_and_see_no_secret_of_the_caller(make_cluster, monkeypatch):
    monkeypatch.setenv("SOME_API_KEY", "secret")
    monkeypatch.setenv("PYTHONPATH", "/elsewhere")
    cluster = make_cluster()
    cluster.start()
    for pid in (server.running_pid(cluster.home), sidecar.running_pid(cluster.home)):
        started_with = process.environment(pid)
        assert started_with["PYTHONPATH"].startswith(str(cluster.home.code))
        assert "SOME_API_KEY" not in started_with
