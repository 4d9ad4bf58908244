import { once } from 'node:events';
import type { Readable } from 'node:stream';
import type { LogStream } from './logger.js';

/**
 * Writes the output of another process to the log of this one, in whole lines, because blocks of several processes would mix in a pipe. It
 * reads as fast as the log takes the lines; if that is too slow, the other process drops its own.
 */
export async function relayLog(output: Readable, log: LogStream): Promise<void> {
  let rest = '';
  for await (const chunk of output.setEncoding('utf8') as AsyncIterable<string>) {
    const text = rest + chunk;
    const end = text.lastIndexOf('\n') + 1;
    rest = text.slice(end);
    if (end === 0 || log.write(text.slice(0, end)) !== false) continue;
    // After an error, as on a full disk, the log drops lines itself.
    await once(log, 'drain').catch(() => undefined);
  }
  // The process was killed.
  if (rest !== '') log.write(`${rest}\n`);
}
