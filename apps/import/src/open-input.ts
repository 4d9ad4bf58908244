import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { UsageError } from './arguments.js';
import { readLines } from './read-lines.js';

export interface Input {
  input: Readable;
  /** The number of lines to send, if the input is a regular file. */
  total?: number | undefined;
}

export interface InputOptions {
  /** Read for the file `-`. */
  stdin: Readable;
  env: NodeJS.ProcessEnv;
  /** Aborts the counting; the total is then unknown. */
  signal?: AbortSignal | undefined;
}

/** @throws UsageError when the file cannot be read */
export async function openInput(file: string, { stdin, env, signal }: InputOptions): Promise<Input> {
  if (file === '-') return { input: stdin };
  // npm runs scripts in the folder of package.json; the path may be relative to another one.
  const path = resolve(env.INIT_CWD ?? '', file);
  try {
    const stats = await stat(path);
    if (stats.isDirectory()) throw new Error(`${path} is a folder`);
    const total = stats.isFile() ? await countLines(createReadStream(path), signal) : undefined;
    return { input: createReadStream(path), total };
  } catch (error) {
    throw new UsageError(`FILE cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

async function countLines(input: Readable, signal: AbortSignal | undefined): Promise<number | undefined> {
  const lines = readLines(input);
  let total = 0;
  while (!(await lines.next()).done) {
    if (signal?.aborted) {
      input.destroy();
      return undefined;
    }
    total += 1;
  }
  return total;
}
