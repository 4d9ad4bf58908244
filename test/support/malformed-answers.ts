import type { Answer } from './http.js';

export const JSON_TYPE = 'application/json';

/** Texts that no error may contain: stacks, SQL, paths of the file system, messages of programs. */
const LEAK =
  /^\s+at |node:internal|node_modules|\.[cm]?[jt]s:\d|\b(SELECT|INSERT|UPDATE|DELETE) .*\b(FROM|INTO|SET)\b|invalid input syntax|(Type|Range|Syntax|Reference|Query\w*|Database)Error|(^|\s)\/(home|root|tmp|usr|var)\//m;

const WHOLE_NUMBER = /^\d+$/;

export const hasType = (headers: Answer['headers'], type: string) =>
  headers['content-type']?.split(';', 1)[0]?.trim() === type;

/**
 * The problem of a response's form, whatever the request was; undefined if there is none.
 * @param fileType media type of the file that a success returns
 */
export function formProblem(method: string, answer: Answer, isLimited: boolean, fileType?: string): string | undefined {
  const { status, headers, text } = answer;
  if (status >= 500) return 'the service failed';
  if (isLimited) {
    const limits = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'].map((name) =>
      String(headers[name]),
    );
    if (!limits.every((value) => WHOLE_NUMBER.test(value))) return `wrong rate-limit headers: ${limits.join()}`;
  }
  const isRedirect = status > 300 && status < 400 && headers.location !== undefined;
  if (method === 'HEAD' || status === 204 || status === 304 || isRedirect)
    return text === '' ? undefined : 'a body where none may be';
  const type = status < 400 ? (fileType ?? JSON_TYPE) : JSON_TYPE;
  if (!hasType(headers, type)) return `content type ${headers['content-type'] ?? ''}`;
  return status < 400 ? undefined : errorProblem(text);
}

function errorProblem(text: string): string | undefined {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return 'the body is not JSON';
  }
  const { error, ...rest } = body as { error?: unknown };
  if (typeof error !== 'string' || error === '' || Object.keys(rest).length > 0)
    return 'the body is not {"error": string}';
  if (!error.isWellFormed()) return 'the error is not well-formed Unicode';
  return LEAK.test(error) ? 'the error shows the inside of the service' : undefined;
}
