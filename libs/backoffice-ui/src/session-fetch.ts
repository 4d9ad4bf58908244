// Requests of the session, with its CSRF token. After the session has ended they wait until the user has signed in
// again, so that no form loses what was typed into it.
import { ApiError } from './api-error';
import type { components } from './api.gen';

export type Session = components['schemas']['Session'];

/** Time limit for the response to a write, in milliseconds. A connection that hangs would block the page for minutes. */
const WRITE_TIMEOUT_MS = 60_000;

type Listener = (session: Session | undefined) => void;

let current: Session | undefined;
const listeners = new Set<Listener>();
let waiting: { promise: Promise<void>; resolve: () => void } | undefined;

/** The last known session; undefined before it was read and after signing out. */
export const currentSession = () => current;

/** Whether requests wait until the user has signed in again. */
export const isWaitingForSignIn = () => waiting !== undefined;

export function setSession(session: Session | undefined): void {
  current = session;
  if (session !== undefined) {
    waiting?.resolve();
    waiting = undefined;
  }
  notify();
}

export function onSessionChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function notify(): void {
  for (const listener of listeners) listener(current);
}

/** Sends a request of the session. If the session has ended, sends it again after the user has signed in. */
export async function fetchInSession(request: Request): Promise<Response> {
  const response = await send(request.clone());
  // Before the first sign-in there is nothing to wait for.
  if (current === undefined) return response;
  if (response.status === 401 && !isOfSession(request)) {
    await signedInAgain();
    return send(request);
  }
  if (response.status === 403 && (await isStaleToken(response.clone()))) {
    await refreshSession();
    return send(request);
  }
  return response;
}

/** A rejected sign-in must not wait for another one, and signing out needs no sign-in. */
export function isOfSession({ method, url }: Request): boolean {
  return method !== 'GET' && /^\/admin\/api\/sessions?$/.test(new URL(url).pathname);
}

async function send(request: Request): Promise<Response> {
  const isWrite = request.method !== 'GET';
  if (current !== undefined && isWrite) request.headers.set('x-csrf-token', current.csrfToken);
  try {
    return await fetch(request, isWrite ? { signal: AbortSignal.timeout(WRITE_TIMEOUT_MS) } : {});
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiError(0, 'The service cannot be reached. Check the connection and try again.');
  }
}

function signedInAgain(): Promise<void> {
  if (waiting === undefined) {
    let resolve: (() => void) | undefined;
    const promise = new Promise<void>((done) => (resolve = done));
    waiting = { promise, resolve: () => resolve?.() };
    notify();
  }
  return waiting.promise;
}

/** Another tab may have signed in again: then the cookie and the CSRF token here belong to different sessions. */
async function isStaleToken(response: Response): Promise<boolean> {
  return (await ApiError.of(response)).message === 'Invalid CSRF token';
}

/** Reads the session of the cookie. @returns whether there is one @throws ApiError if that is unknown */
export async function refreshSession(): Promise<boolean> {
  const response = await send(new Request('/admin/api/session'));
  if (response.status === 401) return false;
  if (!response.ok) throw await ApiError.of(response);
  setSession((await response.json()) as Session);
  return true;
}
