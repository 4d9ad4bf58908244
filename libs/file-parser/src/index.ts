export { FileParser } from './file-parser.js';
export { FileParserModule } from './file-parser.module.js';
export { FileTooComplex, FileUnreadable } from './file-parser.errors.js';
