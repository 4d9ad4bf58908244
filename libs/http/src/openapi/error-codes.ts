import type { OpenAPIObject } from '@nestjs/swagger';
import { ERROR_CODE_HEADER } from '../endpoint-description.js';
import { NotFound } from '../http.errors.js';
import { operationsOf } from './parts.js';

export interface ErrorCode {
  /** The value of `X-Error-Code`. */
  code: string;
  status: number;
  /** The value of `error` in the body; an example if it depends on the request. */
  text: string;
}

/**
 * The codes of all errors that a document declares, and that of unknown paths, by status and code.
 * @throws Error if two statuses have the same code
 */
export function errorCodesOf(document: OpenAPIObject): ErrorCode[] {
  const codes = new Map<string, ErrorCode>();
  const add = (found: ErrorCode) => {
    const { code, status, text } = found;
    const known = codes.get(code) ?? found;
    if (known.status !== status)
      throw new Error(`Two errors have the code ${code}: ${known.status} ${known.text}, and ${status} ${text}`);
    codes.set(code, known);
  };
  add({ code: NotFound.code, status: NotFound.status, text: NotFound.text });
  for (const { responses } of operationsOf(document)) {
    for (const [status, response] of Object.entries(responses)) {
      const header = response !== undefined && 'headers' in response && response.headers?.[ERROR_CODE_HEADER];
      if (!header || '$ref' in header) continue;
      for (const [code, example] of Object.entries(header.examples ?? {}))
        add({ code, status: Number(status), text: '$ref' in example ? '' : (example.summary ?? '') });
    }
  }
  return [...codes.values()].sort((one, other) => one.status - other.status || (one.code < other.code ? -1 : 1));
}
