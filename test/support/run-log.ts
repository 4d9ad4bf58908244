// The logs of services and the secrets of the tests go to files of the run. At its end no log may contain a secret.
import { randomBytes } from 'node:crypto';
import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const LOGS = '.log';
const SECRETS = '.secrets';

/** Characters that are buffered before they are written. */
const BUFFERED = 256 * 1024;

/** A session's or browser's token, a CSRF token, or the random part of an API key. */
const TOKEN_LENGTH = 43;
const TOKENS = new RegExp(`[\\w-]{${TOKEN_LENGTH},}`, 'g');
const API_KEY = /qk_[0-9A-Za-z]{49}/;
const PASSWORD_HASH = '$argon2';

/** Creates the directory of a run, which {@link checkRun} searches. @returns its path, for RUN_DIRECTORY */
export function beginRun(root: string): string {
  const runs = join(root, '.data/test-logs');
  mkdirSync(runs, { recursive: true });
  // Directories of interrupted runs, or of runs whose logs have been inspected.
  const isOld = (run: string) => Number.parseInt(run) < Date.now() - 24 * 3_600_000;
  for (const run of readdirSync(runs).filter(isOld)) rmSync(join(runs, run), { recursive: true });
  return mkdtempSync(join(runs, `${Date.now()}-`));
}

const name = randomBytes(8).toString('hex');
let waiting = '';

/** Records a line of a service's log. */
export function keepLine(line: string): void {
  waiting += line;
  if (waiting.length > BUFFERED) flushRunLog();
}

/** Writes the buffered text, at the end of each service and of each test file. */
export function flushRunLog(): void {
  append(LOGS, waiting);
  waiting = '';
  append(SECRETS, unwritten.map((secret) => `${JSON.stringify(secret)}\n`).join(''));
  unwritten = [];
}

function append(kind: string, text: string): void {
  const directory = process.env.RUN_DIRECTORY;
  if (directory !== undefined && text !== '') appendFileSync(join(directory, name + kind), text, { mode: 0o600 });
}

const known = new Set<string>();
let unwritten: string[] = [];

/** Records a secret, unless it is guessable, such as the same letter many times. */
export function noteSecret(secret: string | undefined): void {
  if (secret === undefined || known.has(secret)) return;
  known.add(secret);
  if (secret.length >= 12 && new Set(secret).size >= 8) unwritten.push(secret);
}

/** Searches all logs of a run for secrets. @returns their places, such as `0a1b.log:17: {"level":30,…` */
export function findSecrets(directory: string): string[] {
  const files = readdirSync(directory);
  const read = (file: string) => readFileSync(join(directory, file), 'utf8');
  const secrets = files
    .filter((file) => file.endsWith(SECRETS))
    .flatMap((file) => read(file).trimEnd().split('\n'))
    .map((line) => JSON.parse(line) as string);
  const tokens = new Set(secrets.filter((secret) => secret.length === TOKEN_LENGTH));
  const phrases = [...new Set(secrets)].filter((secret) => !tokens.has(secret)).map(asLogged);
  return files
    .filter((file) => file.endsWith(LOGS))
    .flatMap((file) => {
      const text = read(file);
      if (!hasSecret(text, tokens, phrases)) return [];
      const lines = text.split('\n').map((line, index) => ({ line, index }));
      return lines
        .filter(({ line }) => hasSecret(line, tokens, phrases))
        .map(({ line, index }) => `${file}:${index + 1}: ${line}`);
    });
}

/** A secret as it appears in a line of JSON. */
const asLogged = (secret: string) => JSON.stringify(secret).slice(1, -1);

function hasSecret(text: string, tokens: Set<string>, phrases: string[]): boolean {
  if (API_KEY.test(text) || text.includes(PASSWORD_HASH)) return true;
  for (const [word] of text.matchAll(TOKENS)) {
    for (let at = 0; at + TOKEN_LENGTH <= word.length; at++) {
      if (tokens.has(word.slice(at, at + TOKEN_LENGTH))) return true;
    }
  }
  return phrases.some((phrase) => text.includes(phrase));
}

/** Ends a run. Its logs are retained if they contain a secret. @throws if they contain one */
export function checkRun(directory: string): void {
  const found = findSecrets(directory);
  if (found.length > 0) throw new Error(`Secrets are in the logs of ${directory}:\n${found.slice(0, 10).join('\n')}`);
  rmSync(directory, { recursive: true });
}
