// The formats of files of questions. Nothing here loads a framework, because the parser runs in a thread of its own.
export { LOSSES, type Loss, type Question, type ReadQuestion } from './question.js';
export * as questionParser from './question-parser.js';
export { type QuestionFile, READ_FORMATS, type ReadFormat } from './question-parser.js';
export { QUESTION_ROLES } from './table/question-columns.js';
export { WRITERS, type WrittenFormat } from './writers.js';
