import { type ImportItem, ImportRun } from '#libs/backoffice-ui/import-run.ts';
import type { importQuiz } from './import-quiz';
import { readLines } from './read-lines';

/** The service rejects larger bodies. */
export const MAX_LINE_BYTES = 1024 * 1024;

export interface QuizLine extends ImportItem {
  content: Uint8Array<ArrayBuffer>;
}

export interface NamedQuiz {
  id: string;
  title: string;
}

export type LineImport = ImportRun<QuizLine, NamedQuiz>;

/** The import of a file that has a quiz in each line. @param send creates a quiz, once for the same content. @throws ApiError */
export function importLines(file: Blob, send: (...args: Parameters<typeof importQuiz>) => Promise<Sent>): LineImport {
  return new ImportRun(itemsOf(file), async ({ content }) => {
    const { quiz, isExisting } = await send(content);
    return { result: quiz, isExisting };
  });
}

/** Why a file is not one of JSON lines, by its first line; undefined if it may be one. */
export async function findProblem(file: Blob): Promise<string | undefined> {
  for await (const { content } of readLines(file, MAX_LINE_BYTES)) {
    return new TextDecoder().decode(content).trimStart().startsWith('{')
      ? undefined
      : 'This file is not in JSON lines: its first line does not begin with {. Choose another format above.';
  }
  return undefined;
}

interface Sent {
  quiz: NamedQuiz;
  isExisting: boolean;
}

async function* itemsOf(file: Blob): AsyncGenerator<QuizLine, void> {
  for await (const { number, content, end } of readLines(file, MAX_LINE_BYTES)) {
    const item = { line: number, content, end: end / file.size };
    yield content.length > MAX_LINE_BYTES ? { ...item, problem: 'Request body is too large' } : item;
  }
}
