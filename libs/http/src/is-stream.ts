import type { Readable } from 'node:stream';

/** Whether the payload of a response is a stream. */
export function isStream(payload: unknown): payload is Readable {
  return typeof payload === 'object' && payload !== null && 'pipe' in payload && typeof payload.pipe === 'function';
}
