import { pino } from 'pino';
import { keepLine } from './run-log.js';

declare global {
  /** The errors of the current test, shown if it fails. */
  var loggedErrors: string[] | undefined;
}

let captured: string[] | undefined;

/** Makes services log into the files of the run from now on, with the service's own logger and redaction. */
export function logIntoRun(): void {
  if (jest.isMockFunction(pino.destination)) return;
  Object.defineProperty(process.stdout, 'isTTY', { value: false, configurable: true });
  const place = {
    write: (bytes: Uint8Array) => {
      const line = Buffer.from(bytes).toString();
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
 * Also records the log of services from now on.
 * @returns the lines, which grow as services log
 */
export function captureLog(): string[] {
  logIntoRun();
  return (captured ??= []);
}
