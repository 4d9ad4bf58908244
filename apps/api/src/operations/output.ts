import type { Writable } from 'node:stream';

export type Output = Writable & { isTTY?: boolean };

export const grouped = (count: number): string => count.toLocaleString('en-US');
