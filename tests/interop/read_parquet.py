"""Prints what pyarrow sees in a Parquet file of ours. Usage: read_parquet.py FILE"""

import json
import sys

import pyarrow.parquet as pq

table = pq.read_table(sys.argv[1])
seen = {
    "rows": table.num_rows,
    "types": {field.name: str(field.type) for field in table.schema},
    "facts": json.loads(table.schema.metadata[b"assay"]),
    "latencies": table.column("latency").to_pylist(),
}
print(json.dumps(seen))  # noqa: T201
