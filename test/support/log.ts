import { pino } from 'pino';
import { keepLine } from './run-log.js';

declare global {
  /** Of the test that runs; shown where it fails. */
  var loggedErrors: string[] | undefined;
}

let captured: string[] | undefined;

/** Lets services log into the files of the run, from now on in this test file. Logger and redaction are the service's own. */
export function logIntoRun(): void {
  if (jest.isMockFunction(pino.destination)) return;
  Object.defineProperty(process.stdout, 'isTTY', { value: false, configurable: true });
  const place = {
    write: (line: string) => {
      captured?.push(line);
      if (/^\{"level":[56]0,/.test(line)) globalThis.loggedErrors?.push(line);
      keepLine(line);
    },
    on: () => undefined,
    flushSync: () => undefined,
  };
  jest.spyOn(pino, 'destination').mockReturnValue(place as never);
}

/**
 * Keeps what services log as well, from now on in this test file.
 * @returns the lines, which grow as services log
 */
export function captureLog(): string[] {
  logIntoRun();
  return (captured ??= []);
}
