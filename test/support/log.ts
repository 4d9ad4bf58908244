import { pino } from 'pino';

/**
 * Keeps what services log instead of writing it, from now on in this test file. The logger and its redaction are the
 * service's own; only the place that the lines go to is another.
 * @returns the lines, which grow as services log
 */
export function captureLog(): string[] {
  const lines: string[] = [];
  Object.defineProperty(process.stdout, 'isTTY', { value: false, configurable: true });
  const place = { write: (line: string) => lines.push(line) };
  jest.spyOn(pino, 'destination').mockReturnValue(place as never);
  return lines;
}
