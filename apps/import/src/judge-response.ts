import type { ServiceResponse } from './post-quiz.js';
import { retryAfterMs } from './response-headers.js';

/** The outcome of a line. `reason` is for the reader of the report. */
export type Outcome = { kind: 'created' } | { kind: 'already there' } | { kind: 'rejected'; reason: string };

export type Verdict =
  | Outcome
  /** To be sent again after the end of the rate limit's window. */
  | { kind: 'rate limited' }
  /** To be sent again later: another request with the same content is in flight, or the service is unavailable. */
  | { kind: 'in progress' | 'unavailable'; reason: string; retryAfterMs?: number | undefined }
  /** Every further line of the same command would be rejected too. */
  | { kind: 'stop'; reason: string };

const UNKNOWN_KEY = 'the key is unknown, deleted or expired. Give another key of the same user';
const WITHOUT_RIGHTS =
  "the key's user may not create quizzes. Ask an administrator whether the user is suspended, or give a key of another user";
const NOT_THE_SERVICE = 'this response is not from a quiz service, but from a server in front of it, such as a proxy';

/** Judges a response to `POST /quizzes`: the outcome of the line, and whether the import continues. */
export function judgeResponse({ url, status, statusText, headers, body }: ServiceResponse): Verdict {
  const error = errorIn(body);
  const reason = `${status} ${error ?? statusText}`;
  switch (status) {
    case 201:
      return { kind: headers.get('idempotency-replayed') === 'true' ? 'already there' : 'created' };
    case 401:
      return { kind: 'stop', reason: `${reason}: ${error === undefined ? NOT_THE_SERVICE : UNKNOWN_KEY}` };
    case 403:
      return { kind: 'stop', reason: `${reason}: ${error === undefined ? NOT_THE_SERVICE : WITHOUT_RIGHTS}` };
    case 404:
      if (error !== 'Quiz not found') break;
      return {
        kind: 'rejected',
        reason: `${reason} (created by an earlier import and deleted since: it can be created again 24 hours after that import)`,
      };
    case 409:
      return { kind: 'in progress', reason, retryAfterMs: retryAfterMs(headers) };
    case 429:
      return { kind: 'rate limited' };
    case 502:
    case 503:
    case 504:
      return { kind: 'unavailable', reason, retryAfterMs: retryAfterMs(headers) };
  }
  if (status < 400 || status === 404 || status === 405) {
    const problem = `--url is not the address of a quiz service${redirection(url, headers)}`;
    return { kind: 'stop', reason: `${reason}: ${problem}` };
  }
  return { kind: 'rejected', reason };
}

/** The text of the service's `{"error": string}` on one line; undefined for any other body, such as a proxy's page. */
function errorIn(body: string): string | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return undefined;
  }
  const error = (parsed as { error?: unknown } | null)?.error;
  // It may quote the file, whose control characters must not reach the terminal.
  return typeof error === 'string' ? error.replaceAll(/\p{Cc}+/gu, ' ') : undefined;
}

/** What to do about `--url`. The service adds `/quizzes` to it, and a redirection names the result. */
function redirection(url: string, headers: Headers): string {
  const location = headers.get('location');
  if (location === null) return '. Correct it';
  const target = URL.canParse(location, url) ? new URL(location, url).href : location;
  const [, base] = /^(https?:\/\/[^/?#@]+\/[^?#]+)\/quizzes\/?$/.exec(target) ?? [];
  const advice = base === undefined || `${base}/quizzes` === url ? 'Correct it' : `Use --url ${base}`;
  return `, it redirects to ${location}. ${advice}`;
}
