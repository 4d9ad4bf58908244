import type { Writable } from 'node:stream';

export type Output = Writable & { isTTY?: boolean };

export interface OperationIo {
  stdout: Output;
  stderr: Output;
  env: Record<string, string | undefined>;
}

export const grouped = (count: number): string => count.toLocaleString('en-US');
