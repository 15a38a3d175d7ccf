"""Writes one table in the many ways that pyarrow has. Usage: write_parquet.py FOLDER; prints the table's cells by column."""

import itertools
import json
import random
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

ROWS = 5000
random.seed(1)
cells = {
    "framework": ["VLLM"] * ROWS,
    "kernel_source": [random.choice(["triton", "cutlass", "größer", ""]) for _ in range(ROWS)],
    "num_tokens": [2 ** random.randrange(15) for _ in range(ROWS)],
    "hidden_size": list(range(ROWS)),
    "latency": [random.random() * 10 + 1e-3 for _ in range(ROWS)],
    "power": [None if random.random() < 0.3 else random.randrange(1000) / 4 for _ in range(ROWS)],
    "model": [None if random.random() < 0.3 else f"model {random.randrange(3000)}" for _ in range(ROWS)],
    "blank": [None] * ROWS,
}
types = {
    "framework": pa.string(),
    "kernel_source": pa.large_string(),
    "num_tokens": pa.int64(),
    "hidden_size": pa.int32(),
    "latency": pa.float64(),
    "power": pa.float64(),
    "model": pa.string(),
    "blank": pa.null(),
}
table = pa.table({name: pa.array(values, types[name]) for name, values in cells.items()})
folder = Path(sys.argv[1])
folder.mkdir(parents=True)
for codec, version, dictionary in itertools.product(
    ["none", "snappy", "gzip", "zstd", "brotli"], ["1.0", "2.0"], [True, False]
):
    pq.write_table(
        table,
        folder / f"{codec}-{version}-{dictionary}.parquet",
        compression=codec,
        data_page_version=version,
        use_dictionary=dictionary,
        row_group_size=1700,
        data_page_size=4096,
    )
print(json.dumps(cells))  # noqa: T201
