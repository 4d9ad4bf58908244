// Repeats writes whose response was lost until their outcome is known, with one Idempotency-Key, so that they take
// effect once.
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { ApiError, OutcomeUnknown } from './api-error';
import { fetchInSession, isOfSession } from './session-fetch';

/** Pauses before a write is sent again, in milliseconds. */
const RETRY_DELAYS_MS = [500, 1_000, 2_000, 4_000, 8_000];

/** The POSTs that take an Idempotency-Key, and those that change nothing. Other methods are idempotent. */
const REPEATABLE_POSTS =
  /^\/admin\/api\/(keys|keys\/[^/]+\/rotation|users|users\/keys|users\/file-reading|quizzes|quizzes\/question-reading)$/;

/** The error text of the service. */
const IN_PROGRESS = 'A request with this Idempotency-Key is in progress';

const KEY = 'idempotency-key';

/** The keys of writes with an unknown outcome, by a hash of their address and body: a form that is sent again has the same key. */
const unsettled = new Map<string, string>();

let checked = 0;
const listeners = new Set<() => void>();

/** Whether the outcome of a write is currently unknown. */
export const isChecking = () => checked > 0;

export function onCheckingChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function changeChecked(difference: 1 | -1): void {
  checked += difference;
  for (const listener of listeners) listener();
}

/**
 * Sends a request of the session. Repeats a write if its response is lost; adds an Idempotency-Key to a POST that has none.
 * @throws ApiError if a read does not reach the service, OutcomeUnknown if a write may have succeeded
 */
export async function fetchUntilKnown(
  request: Request,
  send = fetchInSession,
  delaysMs: readonly number[] = RETRY_DELAYS_MS,
): Promise<Response> {
  if (request.method === 'GET' || isOfSession(request)) return send(request);
  if (request.method !== 'POST' || request.headers.has(KEY)) return repeat(request, send, delaysMs);
  const action = bytesToHex(sha256(utf8ToBytes(`${request.url}\n${await request.clone().text()}`)));
  const key = unsettled.get(action) ?? randomKey();
  unsettled.set(action, key);
  request.headers.set(KEY, key);
  const response = await repeat(request, send, delaysMs);
  unsettled.delete(action);
  return response;
}

async function repeat(request: Request, send: typeof fetchInSession, delaysMs: readonly number[]): Promise<Response> {
  const delays = isRepeatable(request) ? delaysMs : [];
  let tries = 0;
  try {
    for (;;) {
      const answer = await attempt(request.clone(), send);
      // 404 for a repeated deletion: most likely the one whose response was lost has deleted it.
      if (tries > 0 && request.method === 'DELETE' && answer.status === 404) return new Response(null, { status: 204 });
      if (answer instanceof Response) return answer;
      const delay = delays[tries];
      if (delay === undefined) throw new OutcomeUnknown(answer.status, `${reasonOf(answer)} ${adviceOn(request)}`);
      if (tries === 0) changeChecked(1);
      tries += 1;
      await new Promise((resolve) => setTimeout(resolve, delay));
    }
  } finally {
    if (tries > 0) changeChecked(-1);
  }
}

/** The complete response, or why the outcome of the request is unknown. */
async function attempt(request: Request, send: typeof fetchInSession): Promise<Response | ApiError> {
  let response: Response;
  try {
    response = await send(request);
    // The connection can break in the middle of the response.
    await response.clone().arrayBuffer();
  } catch (error) {
    return error instanceof ApiError ? error : new ApiError(0, 'The connection broke before the answer was complete.');
  }
  if (![409, 502, 503, 504].includes(response.status)) return response;
  const error = await ApiError.of(response.clone());
  return response.status === 409 && error.message !== IN_PROGRESS ? response : error;
}

/** Whether a request is idempotent. A change of the password is not: it needs the current one. */
function isRepeatable({ method, url }: Request): boolean {
  const { pathname } = new URL(url);
  return method === 'POST' ? REPEATABLE_POSTS.test(pathname) : !pathname.startsWith('/admin/api/session');
}

function reasonOf({ status, message }: ApiError): string {
  return status === 0 ? 'The service did not answer.' : `The service answered “${message}”.`;
}

function adviceOn(request: Request): string {
  return isRepeatable(request)
    ? 'Try again without changing anything: it is not done twice.'
    : 'Check whether it was done before you try again.';
}

/** `crypto.randomUUID` exists with https only. */
function randomKey(): string {
  return bytesToHex(crypto.getRandomValues(new Uint8Array(16)));
}
