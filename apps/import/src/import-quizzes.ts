import { setMaxListeners } from 'node:events';
import { addAbortSignal, type Readable } from 'node:stream';
import type { Outcome } from './judge-answer.js';
import { type Line, readLines } from './read-lines.js';
import { ImportStopped, type Sender, sendLine } from './send-line.js';

export interface Import {
  input: Readable;
  sender: Sender;
  /** Lines under way at the same time. */
  concurrency: number;
  onOutcome: (line: Line, outcome: Outcome) => void;
  /** Ends the import at once; lines under way are given up. */
  signal?: AbortSignal | undefined;
}

/**
 * Sends every line of the input and tells what became of each, in the order of the answers.
 *
 * @throws ImportStopped when the import cannot go on; the reason of `signal`
 */
export async function importQuizzes({ input, sender, concurrency, onOutcome, signal }: Import): Promise<void> {
  const stop = new AbortController();
  setMaxListeners(0, stop.signal);
  const interrupt = () => stop.abort(signal?.reason);
  if (signal?.aborted) interrupt();
  signal?.addEventListener('abort', interrupt);
  const lines = readLines(addAbortSignal(stop.signal, input));

  const worker = async () => {
    try {
      for (let line = await nextLine(lines); line; line = await nextLine(lines)) {
        onOutcome(line, await sendLine(line, sender, stop.signal));
      }
    } catch (error) {
      stop.abort(error);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  signal?.removeEventListener('abort', interrupt);
  stop.signal.throwIfAborted();
}

async function nextLine(lines: AsyncGenerator<Line, void>): Promise<Line | undefined> {
  try {
    return (await lines.next()).value ?? undefined;
  } catch (error) {
    throw new ImportStopped(`the input cannot be read: ${(error as Error).message}`, { cause: error });
  }
}
