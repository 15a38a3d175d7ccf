"""A collector as people have them: it times matrix products in pure Python and knows nothing of Assay."""

import csv
import os
import time


class MatmulLayer:
    def __init__(self, size):
        self.weights = [[float(row * column % 7) for column in range(size)] for row in range(size)]
        # The layer holds its loader, and the loader the layer: it outlives the callback until cycles are collected.
        self.weight_loader = self.load

    def load(self, weights):
        self.weights = weights

    def forward(self, tokens):
        return [[sum(a * b for a, b in zip(token, column)) for column in zip(*self.weights)] for token in tokens]


def get_matmul_test_cases():
    return [("float64", size, [1, 2, 4, 8]) for size in (16, 32, 64)]


def run_matmul(dtype, size, num_tokens_list, *, perf_filename, device):
    layer = MatmulLayer(size)
    for num_tokens in num_tokens_list:
        tokens = [[1.0] * size for _ in range(num_tokens)]
        layer.forward(tokens)
        start = time.perf_counter()
        for _ in range(5):
            layer.forward(tokens)
        latency_ms = (time.perf_counter() - start) / 5 * 1e3
        log_perf(
            {"gemm_dtype": dtype, "m": num_tokens, "n": size, "k": size, "latency": latency_ms}, device, perf_filename
        )


def log_perf(item, device, perf_filename):
    row = {"framework": "python", "version": "3", "device": device, "op_name": "gemm", "kernel_source": "list", **item}
    is_new = not os.path.exists(perf_filename)
    with open(perf_filename, "a", newline="") as file:
        writer = csv.DictWriter(file, row.keys())
        if is_new:
            writer.writeheader()
        writer.writerow(row)
