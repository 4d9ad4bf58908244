// Tables in files, and images. It loads no framework, because parsers use it in their threads, and the pages use `csv-line.ts`, `decode-text.ts` and `image-limits.ts`.
export { type CleanImage, cleanImage } from './images/clean-image.js';
export { IMAGE_TYPES, MAX_IMAGE_BYTES } from './images/image-limits.js';
export { fileParser, type ParserOutcome, UnreadableFile } from './unreadable-file.js';
export { limitResponse } from './limit-response.js';
export { textOf } from './upload.js';
export { type Cell, csvLine, withoutGuard } from './csv-line.js';
export { parseCsv } from './parse-csv.js';
export { readRows } from './read-rows.js';
export { type Row } from './rows.js';
export { plainName, type Roles, type Table, type TablePreview, toTable } from './table.js';
