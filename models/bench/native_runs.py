"""Times a model under native onnxruntime: python models/bench/native_runs.py MODEL SHAPE THREADS

SHAPE is a JSON list. Reads numbers, one a line; for each runs the model so often on noise and prints the milliseconds of
all those runs together. `npm run bench:sound` takes turns with it, so that a busy machine slows both alike.
"""

from __future__ import annotations

import json
import sys
import time

import numpy as np
import onnxruntime


def main() -> None:
    file, shape, threads = sys.argv[1], json.loads(sys.argv[2]), int(sys.argv[3])
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    session = onnxruntime.InferenceSession(file, options, providers=["CPUExecutionProvider"])
    noise = np.random.default_rng(1).uniform(-0.5, 0.5, shape).astype(np.float32)
    feed = {session.get_inputs()[0].name: noise}
    session.run(None, feed)
    print("ready", flush=True)
    for line in sys.stdin:
        start = time.perf_counter()
        for _ in range(int(line)):
            session.run(None, feed)
        print((time.perf_counter() - start) * 1000, flush=True)


if __name__ == "__main__":
    main()
