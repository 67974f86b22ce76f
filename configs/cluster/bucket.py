"""What the test of the workflow does with a bucket and with the network to it.

bucket.py proxy PORT TO CUT   a TCP proxy from PORT to port TO. If the file CUT
                              names an object, the proxy breaks the connection in
                              the middle of its upload, writes "cut" into CUT, and
                              lets nothing through until CUT is removed
bucket.py list                the objects of the bucket
bucket.py damage KEY          changes a byte in the middle of an object
bucket.py digests PREFIX      sha256 of the files of the dataset under PREFIX
bucket.py count PREFIX        rows and solutions of that dataset, counted by DuckDB

The server's address is in ENDPOINT, the bucket is called coverstat.
"""

import asyncio
import hashlib
import os
import sys
from pathlib import Path


async def proxy(port, to, cut):
    open_writers = set()

    async def copy(reader, writer, upload):
        sent = None  # bytes of the upload that is to be cut
        while data := await reader.read(16384):
            if cut.exists():
                text = cut.read_text().strip()
                if upload and text != "cut":
                    if sent is None and text.encode() in data and b"PUT " in data:
                        sent = 0
                    elif sent is not None:
                        sent += len(data)
                    if sent is not None and sent > 65536:
                        cut.write_text("cut\n")
                        text = "cut"
                if text == "cut":
                    for w in open_writers:
                        w.transport.abort()
                    return
            writer.write(data)
            await writer.drain()
        writer.close()

    async def connect(reader, writer):
        if cut.exists() and cut.read_text().strip() == "cut":
            writer.transport.abort()
            return
        up_reader, up_writer = await asyncio.open_connection("127.0.0.1", to)
        both = {writer, up_writer}
        open_writers.update(both)
        await asyncio.gather(copy(reader, up_writer, True), copy(up_reader, writer, False), return_exceptions=True)
        for w in both:
            w.close()
        open_writers.difference_update(both)

    async with await asyncio.start_server(connect, "127.0.0.1", port) as server:
        await server.serve_forever()


def bucket():
    import boto3

    return boto3.resource("s3", endpoint_url=os.environ["ENDPOINT"], region_name="us-east-1").Bucket("coverstat")


def damage(key):
    obj = bucket().Object(key)
    data = bytearray(obj.get()["Body"].read())
    data[len(data) // 2] ^= 255
    obj.put(Body=bytes(data))


def digests(prefix):
    for obj in bucket().objects.filter(Prefix=prefix + "/"):
        name = obj.key.removeprefix(prefix + "/")
        if name.endswith(".parquet") or name == "stats.json":
            print(f"{hashlib.sha256(obj.get()['Body'].read()).hexdigest()}  {name}")


def count(prefix):
    import duckdb
    from duckdb_extensions import import_extension

    import_extension("httpfs")
    db = duckdb.connect()
    db.sql("LOAD httpfs")
    endpoint = os.environ["ENDPOINT"].removeprefix("http://")
    db.sql(f"CREATE SECRET (TYPE s3, KEY_ID 'key', SECRET 'secret', ENDPOINT '{endpoint}', URL_STYLE 'path', USE_SSL false)")
    rows, solutions = db.sql(f"SELECT count(*), sum(orbit_size) FROM 's3://coverstat/{prefix}/rows/*.parquet'").fetchone()
    print(f"{rows} rows, {solutions} solutions")


match sys.argv[1:]:
    case ["proxy", port, to, cut]:
        asyncio.run(proxy(int(port), int(to), Path(cut)))
    case ["list"]:
        for obj in bucket().objects.all():
            print(obj.key)
    case ["damage", key]:
        damage(key)
    case ["digests", prefix]:
        digests(prefix)
    case ["count", prefix]:
        count(prefix)
    case _:
        sys.exit(__doc__)
