// Reads Parquet files with hyparquet, a reader written in JavaScript, and
// prints what it found as JSON: per file the rows, the metadata, and for each
// column its nulls, sum (of numbers, true as 1, the elements of lists) and
// length (of texts and lists).
//
//   node readers.mjs FILE...
import { asyncBufferFromFile, parquetMetadataAsync, parquetRead } from 'hyparquet'
import { compressors } from 'hyparquet-compressors'

function add(column, value) {
  column.kinds[Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value] = true
  if (value === null || value === undefined) {
    column.nulls++
  } else if (Array.isArray(value)) {
    column.length += value.length
    for (const x of value) column.sum += BigInt(x)
  } else if (typeof value === 'string') {
    column.length += value.length
  } else if (typeof value === 'number' && !Number.isInteger(value)) {
    column.fraction += value
  } else {
    column.sum += BigInt(value)
  }
}

async function read(path) {
  const file = await asyncBufferFromFile(path)
  const metadata = await parquetMetadataAsync(file)
  const found = {
    path,
    rows: Number(metadata.num_rows),
    keys: Object.fromEntries(metadata.key_value_metadata.map(({ key, value }) => [key, value])),
    columns: {},
  }
  for (const { element } of metadataColumns(metadata)) {
    found.columns[element] = { nulls: 0, sum: 0n, fraction: 0, length: 0, kinds: {}, values: 0 }
  }
  await parquetRead({
    file,
    metadata,
    compressors,
    utf8: true,
    onChunk({ columnName, columnData }) {
      const column = found.columns[columnName]
      for (const value of columnData) add(column, value)
      column.values += columnData.length
    },
  })
  return found
}

// metadataColumns lists the columns from the footer, so that one without a
// row is there, too.
function metadataColumns(metadata) {
  const names = []
  for (let i = 1; i < metadata.schema.length; i++) {
    names.push({ element: metadata.schema[i].name })
    if (metadata.schema[i].num_children) i += 2 // list, element
  }
  return names
}

const all = []
for (const path of process.argv.slice(2)) all.push(await read(path))
console.log(JSON.stringify(all, (_, x) => typeof x === 'bigint' ? x.toString() : x))
