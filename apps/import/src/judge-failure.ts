import { ApiError, ConnectionError, type QuizServiceError, type ResponseError } from '#libs/client';

/** What a failed line means for the import. `reason` is for the reader of the report. */
export type Judgement =
  /** The next lines may be accepted. */
  | { kind: 'rejected'; reason: string }
  /** The service was unavailable for too long: the same command may succeed later. */
  | { kind: 'unavailable'; reason: string }
  /** Every further line of the same command would fail too. */
  | { kind: 'wrong command'; reason: string };

const UNKNOWN_KEY = 'the key is unknown, deleted or expired. Give another key of the same user';
const WITHOUT_RIGHTS =
  "the key's user may not create quizzes. Ask an administrator whether the user is suspended, or give a key of another user";
const NOT_THE_SERVICE = 'this response is not from a quiz service, but from a server in front of it, such as a proxy';
const DELETED = 'created by an earlier import and deleted since: it can be created again 24 hours after that import';

/** Judges the error of a request to create a quiz, after its retries. @param baseUrl the API root that was given */
export function judgeFailure(error: QuizServiceError, baseUrl: string): Judgement {
  const reason = reasonOf(error);
  if (error instanceof ConnectionError) return { kind: 'unavailable', reason };
  const { status, headers } = error as ResponseError;
  const isService = error instanceof ApiError;
  if (status === 401)
    return { kind: 'wrong command', reason: `${reason}: ${isService ? UNKNOWN_KEY : NOT_THE_SERVICE}` };
  if (status === 403)
    return { kind: 'wrong command', reason: `${reason}: ${isService ? WITHOUT_RIGHTS : NOT_THE_SERVICE}` };
  if (status === 404 && isService && error.message === 'Quiz not found') {
    return { kind: 'rejected', reason: `${reason} (${DELETED})` };
  }
  if (status < 400 || status === 404 || status === 405) {
    return {
      kind: 'wrong command',
      reason: `${reason}: --url is not the address of a quiz service${redirection(headers, baseUrl)}`,
    };
  }
  return { kind: [502, 503, 504].includes(status) ? 'unavailable' : 'rejected', reason };
}

/** An error in one line. It may quote the file, whose control characters must not reach the terminal. */
export function reasonOf(error: QuizServiceError): string {
  const text = error instanceof ApiError ? `${error.status} ${error.message}` : error.message;
  return text.replaceAll(/\p{Cc}+/gu, ' ');
}

/** What to do about `--url`. A redirection names the address of the quizzes, which is below the API root. */
function redirection(headers: Headers, baseUrl: string): string {
  const location = headers.get('location');
  if (location === null) return '. Correct it';
  const url = `${baseUrl}/quizzes`;
  const target = URL.canParse(location, url) ? new URL(location, url).href : location;
  const [, base] = /^(https?:\/\/[^/?#@]+\/[^?#]+)\/quizzes\/?$/.exec(target) ?? [];
  const advice = base === undefined || base === baseUrl ? 'Correct it' : `Use --url ${base}`;
  return `, it redirects to ${location}. ${advice}`;
}
