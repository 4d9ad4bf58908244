import { setMaxListeners } from 'node:events';
import { addAbortSignal, type Readable } from 'node:stream';
import { type Line, readLines } from './read-lines.js';
import { ImportStopped, type Outcome, sendLine, type Service } from './send-line.js';

export interface Import {
  input: Readable;
  service: Service;
  /** Concurrent lines. */
  concurrency: number;
  onOutcome: (line: Line, outcome: Outcome) => void;
  /** Ends the import immediately and aborts lines in flight. */
  signal?: AbortSignal | undefined;
}

/**
 * Sends every line of the input and reports the outcome of each, in the order of the responses.
 *
 * @throws ImportStopped when the import cannot continue; the reason of `signal`
 */
export async function importQuizzes({ input, service, concurrency, onOutcome, signal }: Import): Promise<void> {
  const stop = new AbortController();
  setMaxListeners(0, stop.signal);
  const interrupt = () => stop.abort(signal?.reason);
  if (signal?.aborted) interrupt();
  signal?.addEventListener('abort', interrupt);
  const lines = readLines(addAbortSignal(stop.signal, input));

  const worker = async () => {
    try {
      for (let line = await nextLine(lines); line; line = await nextLine(lines)) {
        onOutcome(line, await sendLine(line, service, stop.signal));
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
