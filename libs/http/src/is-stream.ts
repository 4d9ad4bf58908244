import type { Readable } from 'node:stream';

/** Whether the payload of an answer is written while it is sent. */
export function isStream(payload: unknown): payload is Readable {
  return typeof payload === 'object' && payload !== null && 'pipe' in payload && typeof payload.pipe === 'function';
}
