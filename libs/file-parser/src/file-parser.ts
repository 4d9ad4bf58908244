import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Piscina } from 'piscina';
import type { ParserOutcome } from '#libs/files';
import { Overloaded } from '#libs/http';
import { FileTooComplex, FileUnreadable } from './file-parser.errors.js';

/** A module with a parser of files. Its thread loads it by its URL, and so it imports no framework. */
export interface ParserModule<Input, Parsed> {
  /** `import.meta.url` of the module. */
  readonly url: string;
  /** Made by `fileParser` of #libs/files. */
  readonly parse: (input: Input) => Promise<ParserOutcome<Parsed>>;
}

/** Milliseconds for one file, including its wait for a thread. Files of the largest size take less than two seconds. */
const TIME_LIMIT = 10_000;

/** Files that may wait for a thread. */
const MAX_WAITING = 10;

/** Parses uploaded files in threads of their own, so that no file delays other requests. */
@Injectable()
export class FileParser implements OnApplicationShutdown {
  private readonly pool: Piscina;

  constructor(private readonly timeLimit = TIME_LIMIT) {
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
   * @throws FileUnreadable if no part of the file can be read
   * @throws FileTooComplex beyond the limits of time and memory
   * @throws Overloaded if too many files wait
   */
  async parse<Input, Parsed>({ url }: ParserModule<Input, Parsed>, input: Input): Promise<Parsed> {
    const outcome = await this.run<ParserOutcome<Parsed>>(url, input);
    if ('unreadable' in outcome) throw new FileUnreadable(outcome.unreadable);
    return outcome.parsed;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.destroy();
  }

  private async run<Outcome>(filename: string, input: unknown): Promise<Outcome> {
    if (this.pool.queueSize >= MAX_WAITING) throw new Overloaded();
    const signal = AbortSignal.timeout(this.timeLimit);
    try {
      return (await this.pool.run(input, { filename, signal })) as Outcome;
    } catch (error) {
      if (signal.aborted || (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') {
        throw new FileTooComplex();
      }
      throw error;
    }
  }
}
