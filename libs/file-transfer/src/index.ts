// Uploaded files, which threads parse, and files that are sent while they are written.
export { type Column, csvFile, fileNameOf, textFile } from './download.js';
export { FileParser } from './file-parser.js';
export { columnsOf, ColumnsField, TableColumns, UPLOAD_LIMIT } from './upload.dto.js';
export { FileTransferModule } from './file-transfer.module.js';
export { FileTooComplex, FileUnreadable } from './file-transfer.errors.js';
