import { writeGift } from './gift/write-gift.js';
import { type ImageReader, writeMoodle } from './moodle/write-moodle.js';
import type { QuestionSet } from './question.js';

interface Writer {
  extension: string;
  type: string;
  /** @returns the parts of the file */
  write: (quiz: QuestionSet, readImage: ImageReader) => Iterable<string> | AsyncIterable<string>;
}

/** Formats in which a quiz is written, with the extension and the media type of the file. */
export const WRITERS = {
  jsonl: { extension: 'jsonl', type: 'application/x-ndjson', write: (quiz) => [`${JSON.stringify(quiz)}\n`] },
  gift: { extension: 'gift', type: 'text/plain; charset=utf-8', write: (quiz) => [writeGift(quiz)] },
  'moodle-xml': { extension: 'xml', type: 'application/xml', write: writeMoodle },
} satisfies Record<string, Writer>;

export type WrittenFormat = keyof typeof WRITERS;
