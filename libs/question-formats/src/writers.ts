import { writeGift } from './gift/write-gift.js';
import { writeMoodle } from './moodle/write-moodle.js';
import type { QuestionSet } from './question.js';

/** Formats in which a quiz is written, with the extension and the media type of the file. */
export const WRITERS = {
  jsonl: { extension: 'jsonl', type: 'application/x-ndjson', write: (quiz) => `${JSON.stringify(quiz)}\n` },
  gift: { extension: 'gift', type: 'text/plain; charset=utf-8', write: writeGift },
  'moodle-xml': { extension: 'xml', type: 'application/xml', write: writeMoodle },
} satisfies Record<string, { extension: string; type: string; write: (quiz: QuestionSet) => string }>;

export type WrittenFormat = keyof typeof WRITERS;
