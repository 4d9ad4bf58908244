import type { Readable } from 'node:stream';
import { QuizServiceClient, RateLimitError, type Retry } from '#libs/client';
import { HELP, type ImportArguments, parseArguments, UsageError } from './arguments.js';
import { importQuizzes } from './import-quizzes.js';
import { reasonOf } from './judge-failure.js';
import { openInput } from './open-input.js';
import { type Output, Progress } from './progress.js';
import { CommandRejected, ImportStopped } from './send-line.js';

export interface ImportIo {
  /** Progress and summary: a bar if it is a terminal. */
  stdout: Output;
  /** Rejected lines, and the reason if the import stopped. */
  stderr: Output;
  /** Read for the file `-`. */
  stdin: Readable;
  env: NodeJS.ProcessEnv;
  /** Interrupts the import. */
  signal?: AbortSignal;
}

export interface Timing {
  /** Time limit of one request, in milliseconds. */
  timeoutMs: number;
  /** Tries of a line after the first one, if the service is unavailable. */
  maxRetries: number;
}

/** With the pauses of the client, the service may be unavailable for about half a minute. */
const TIMING: Timing = { timeoutMs: 30_000, maxRetries: 7 };

/** Longer than the longest window of the rate limit, a day. */
const MAX_WAIT_MS = 25 * 60 * 60 * 1000;

const NOT_COUNTED = 'Lines in flight are not counted.';
const RUN_AGAIN = `${NOT_COUNTED} To continue, run the same command again within 24 hours: no quiz is created twice.`;
const CORRECT = `${NOT_COUNTED} To continue, correct the command and run it within 24 hours. No quiz is created twice, unless the key is one of another user.`;

/**
 * Sends a file of quizzes to a running service; {@link HELP} describes it in full. It may be repeated within the 24 hours
 * that the service keeps idempotency keys, without creating a quiz twice.
 *
 * @param argv the arguments after the script's name
 * @returns the exit code: 0 every line is there, 1 lines were rejected or the import stopped, 2 wrong usage, 130 interrupted
 */
export async function runImport(argv: string[], io: ImportIo, timing: Timing = TIMING): Promise<number> {
  try {
    const parsed = parseArguments(argv, io.env);
    if (parsed === 'help') {
      io.stdout.write(HELP);
      return 0;
    }
    return await run(parsed, io, timing);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    io.stderr.write(`import: ${error.message} (see --help)\n`);
    return 2;
  }
}

async function run(args: ImportArguments, io: ImportIo, timing: Timing): Promise<number> {
  const { baseUrl, key, concurrency } = args;
  const { input, total } = await openInput(args.file, io);
  const progress = new Progress(io.stdout, io.stderr, total);
  // A service, or a server in its place, may repeat parts of the request.
  const hideKey = (text: string) => text.replaceAll(key, '(key)');
  const onRetry = ({ error, waitMs }: Retry) => {
    const isLimited = error instanceof RateLimitError;
    progress.waiting(
      Date.now() + waitMs,
      isLimited ? 'for the rate limit' : `to try again (${hideKey(reasonOf(error))})`,
    );
  };
  const client = new QuizServiceClient({ baseUrl, apiKey: key, maxWaitMs: MAX_WAIT_MS, ...timing, onRetry });
  let exitCode: number;
  try {
    await importQuizzes({
      input,
      service: { client, baseUrl },
      concurrency,
      onOutcome: (line, outcome) => {
        progress.count(outcome);
        if (outcome.kind === 'rejected') progress.report(`line ${line.number}: ${hideKey(outcome.reason)}`);
      },
      signal: io.signal,
    });
    exitCode = progress.rejected > 0 ? 1 : 0;
  } catch (error) {
    if (io.signal?.aborted) {
      progress.report(`Interrupted. ${RUN_AGAIN}`);
      exitCode = 130;
    } else if (error instanceof ImportStopped) {
      const advice = error instanceof CommandRejected ? CORRECT : RUN_AGAIN;
      progress.report(`Stopped: ${hideKey(error.message)}\n${advice}`);
      exitCode = 1;
    } else {
      throw error;
    }
  } finally {
    progress.stop();
  }
  io.stdout.write(`${progress.summary()}\n`);
  return exitCode;
}
