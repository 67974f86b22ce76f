export { parquetMetadataAsync, parquetRead } from "hyparquet";
export { decompress } from "fzstd";
