import { parseArgs } from 'node:util';

export const HELP = `Usage: npm run import -- FILE --url URL [--key KEY] [--concurrency N]

Creates quizzes in a running quiz service. FILE holds one quiz per line, as JSON (UTF-8), each a body
of POST /quizzes; empty lines are skipped. "-" reads standard input.

  --url URL        the service: its site (http://localhost:3000) or its API root (http://localhost:3000/api)
  --key KEY        an API key of an administrator. Better: set the environment variable QUIZ_API_KEY, because a key
                   on the command line is visible to other users of this machine, and npm prints it
  --concurrency N  concurrent requests, 1 to 100 (default 4). With 1 the quizzes are created in the order of the file
  --help           this text

A line that the service rejects is reported on standard error with its number and the service's reason; the other
lines are still sent. The import waits when the rate limit is reached. If the service cannot be reached, the import
retries for a while, then stops.

You can run an import again: each line is sent with an Idempotency-Key made from its content, so a quiz that was
created before counts as "already there". The service stores these keys for 24 hours per user: an import after that
time, or with a key of another user, creates the quizzes again. Identical lines create one quiz.

Exit code: 0 every line is there, 1 lines were rejected or the import stopped early, 2 wrong usage, 130 Ctrl-C.
`;

export interface ImportArguments {
  /** Path of the file, or `-` for standard input. */
  file: string;
  /** API root without a trailing slash. */
  baseUrl: string;
  key: string;
  concurrency: number;
}

/** The command line is invalid. The message is one line with advice, and never repeats a value, which may be a key. */
export class UsageError extends Error {}

/**
 * @param argv the arguments after the script's name
 * @returns what to do, or `help`
 * @throws UsageError
 */
export function parseArguments(argv: string[], env: NodeJS.ProcessEnv): ImportArguments | 'help' {
  const { values, positionals } = parse(argv);
  if (values.help) return 'help';
  const [file] = positionals;
  if (file === undefined || positionals.length > 1) {
    throw new UsageError(`expected one FILE, got ${positionals.length}`);
  }
  return {
    file,
    baseUrl: parseUrl(values.url),
    key: parseKey(values.key ?? env.QUIZ_API_KEY),
    concurrency: parseConcurrency(values.concurrency),
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        url: { type: 'string' },
        key: { type: 'string' },
        concurrency: { type: 'string', default: '4' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    const [problem = ''] = (error as Error).message.split(/\.\s/);
    throw new UsageError(problem, { cause: error });
  }
}

function parseUrl(value: string | undefined): string {
  if (value === undefined) throw new UsageError('--url is missing: the address of the service');
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash) {
    throw new UsageError(
      '--url must be an address like http://localhost:3000, without user, password, query or fragment',
    );
  }
  const path = url.pathname.replace(/\/+$/, '');
  return url.origin + (path || '/api');
}

function parseKey(value: string | undefined): string {
  const key = value?.trim();
  if (!key) throw new UsageError('no API key: set QUIZ_API_KEY or give --key');
  if (!/^[\x21-\x7e]+$/.test(key)) throw new UsageError('the API key has characters that no key has');
  return key;
}

function parseConcurrency(value: string): number {
  const concurrency = /^\d{1,3}$/.test(value) ? Number(value) : 0;
  if (concurrency < 1 || concurrency > 100) throw new UsageError('--concurrency must be a whole number from 1 to 100');
  return concurrency;
}
