// Tables in files, and images. It loads no framework, because parsers use it in their threads, and the pages use `csv-line.ts` and `decode-text.ts`.
export { type CleanImage, cleanImage, IMAGE_TYPES, MAX_IMAGE_BYTES } from './images/clean-image.js';
export { fileParser, type ParserOutcome, UnreadableFile } from './unreadable-file.js';
export { textOf, type Upload } from './upload.js';
export { type Cell, csvLine, withoutGuard } from './csv-line.js';
export { parseCsv } from './parse-csv.js';
export { readRows } from './read-rows.js';
export { type Row } from './rows.js';
export { plainName, type Roles, type Table, type TablePreview, toTable } from './table.js';
