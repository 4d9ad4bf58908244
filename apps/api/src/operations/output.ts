import type { Readable, Writable } from 'node:stream';

export type Output = Writable & { isTTY?: boolean };

export interface OperationIo {
  stdin: Readable & { isTTY?: boolean };
  stdout: Output;
  stderr: Output;
  env: Record<string, string | undefined>;
}

export const grouped = (count: number): string => count.toLocaleString('en-US');
