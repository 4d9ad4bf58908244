import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Piscina } from 'piscina';
import { CONFIGURATION, type Configuration } from '#libs/configuration';
import type { ParserOutcome } from '#libs/files';
import { Overloaded } from '#libs/http';
import { FileTooComplex, FileUnreadable } from './file-transfer.errors.js';

/** A module with a parser of files. Its thread loads it by its URL, and so it imports no framework. */
export interface ParserModule<Input, Parsed> {
  /** `import.meta.url` of the module. */
  readonly url: string;
  /** Made by `fileParser` of #libs/files. */
  readonly parse: (input: Input) => Promise<ParserOutcome<Parsed>>;
}

/** Files that may wait for a thread. */
const MAX_WAITING = 10;

/** Parses uploaded files in threads of their own, so that no file delays other requests. */
@Injectable()
export class FileParser implements OnApplicationShutdown {
  private readonly pool: Piscina;
  /** In milliseconds, including the wait for a thread. */
  private readonly timeLimit: number;

  constructor(@Inject(CONFIGURATION) { REQUEST_DEADLINE_MS }: Pick<Configuration, 'REQUEST_DEADLINE_MS'>) {
    // Less than the deadline, so that the client learns that it is the file.
    this.timeLimit = Math.floor((REQUEST_DEADLINE_MS * 8) / 9);
    this.pool = new Piscina({
      name: 'parse',
      // Threads begin with the first file and end a minute after the last one.
      minThreads: 0,
      maxThreads: 2,
      idleTimeout: 60_000,
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    });
  }

  /**
   * @param input with the bytes of the file, which nobody can use afterwards
   * @throws FileUnreadable if no part of the file can be read
   * @throws FileTooComplex beyond the limits of time and memory
   * @throws Overloaded if too many files wait
   */
  async parse<Input extends { bytes: Uint8Array }, Parsed>(
    { url }: ParserModule<Input, Parsed>,
    input: Input,
  ): Promise<Parsed> {
    const outcome = await this.run<ParserOutcome<Parsed>>(url, input);
    if ('unreadable' in outcome) throw new FileUnreadable(outcome.unreadable);
    return outcome.parsed;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.destroy();
  }

  private async run<Outcome>(filename: string, input: { bytes: Uint8Array }): Promise<Outcome> {
    if (this.pool.queueSize >= MAX_WAITING) throw new Overloaded();
    const signal = AbortSignal.timeout(this.timeLimit);
    const { buffer, byteLength } = input.bytes;
    // A large file has a buffer of its own, which moves to the thread without a copy.
    const transferList = byteLength === buffer.byteLength ? [buffer as ArrayBuffer] : [];
    try {
      return (await this.pool.run(input, { filename, signal, transferList })) as Outcome;
    } catch (error) {
      if (signal.aborted || (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') {
        throw new FileTooComplex();
      }
      throw error;
    }
  }
}
