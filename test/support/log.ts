import { pino } from 'pino';
import pretty from 'pino-pretty';
import { vi } from 'vitest';
import { flushRunLog, keepLine } from './run-log.js';

const readable = pretty.prettyFactory({ colorize: false, ignore: 'pid,hostname,level,time' });

let captured: string[] | undefined;
let errors: string[] = [];

/** Makes services log into the files of the run until {@link endLog}, with the service's own logger and redaction. */
export function logIntoRun(): void {
  if (vi.isMockFunction(pino.destination)) return;
  Object.defineProperty(process.stdout, 'isTTY', { value: false, configurable: true });
  const place = {
    write: (bytes: Uint8Array) => {
      const line = Buffer.from(bytes).toString();
      captured?.push(line);
      if (/^\{"level":[56]0,/.test(line)) errors.push(line);
      keepLine(line);
    },
    on: () => undefined,
    flushSync: () => undefined,
  };
  vi.spyOn(pino, 'destination').mockReturnValue(place as never);
}

/**
 * Also records the log of services from now on.
 * @returns the lines, which grow as services log
 */
export function captureLog(): string[] {
  logIntoRun();
  return (captured ??= []);
}

/** The errors that services have logged since the last call, as a person reads them. */
export function takeErrors(): string {
  const text = errors.map((line) => readable(line)).join('');
  errors = [];
  return text;
}

/** Forgets what the services of a test file have logged. */
export function endLog(): void {
  captured = undefined;
  takeErrors();
  flushRunLog();
}
