// What the page takes from elsewhere: a reader of Parquet files, and the one codec
// that they use. "make vendor" makes page/vendor/parquet.js of it.
export { parquetMetadataAsync, parquetRead } from "hyparquet";
export { decompress } from "fzstd";
