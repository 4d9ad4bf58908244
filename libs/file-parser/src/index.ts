export { FileParser } from './file-parser.js';
export { columnsOf, ColumnsField, TableColumns, UPLOAD_LIMIT, uploadLike, uploadOf } from './upload.dto.js';
export { FileParserModule } from './file-parser.module.js';
export { FileTooComplex, FileUnreadable } from './file-parser.errors.js';
