// What parsers of uploaded files use in their threads. They load no framework, which would take a second of processor time.
export { fileParser, type ParserOutcome, UnreadableFile } from './unreadable-file.js';
export { textOf, type Upload } from './upload.js';
export { parseCsv } from './parse-csv.js';
export { readRows } from './read-rows.js';
export { type Row } from './rows.js';
export { plainName, type Roles, type Table, type TablePreview, toTable } from './table.js';
