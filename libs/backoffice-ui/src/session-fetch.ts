// Requests of the session, with its CSRF token. They wait until the user has signed in again after the session has
// ended, and until the user has confirmed who they are where the service asks for it, so that no form loses what was
// typed into it.
import { ApiError } from './api-error';
import type { components } from './api.gen';

export type Session = components['schemas']['Session'];

/** Time limit for the response to a write, in milliseconds. A connection that hangs would block the page for minutes. */
const WRITE_TIMEOUT_MS = 60_000;

type Listener = (session: Session | undefined) => void;

let current: Session | undefined;
const listeners = new Set<Listener>();

/** Something that requests wait for. */
class Wait<Answer> {
  private pending: { promise: Promise<Answer>; resolve: (answer: Answer) => void } | undefined;

  get isOpen(): boolean {
    return this.pending !== undefined;
  }

  /** @returns the answer that `end` gets */
  begin(): Promise<Answer> {
    if (this.pending === undefined) {
      let resolve: (answer: Answer) => void = () => undefined;
      const promise = new Promise<Answer>((done) => (resolve = done));
      this.pending = { promise, resolve };
      notify();
    }
    return this.pending.promise;
  }

  end(answer: Answer): void {
    this.pending?.resolve(answer);
    this.pending = undefined;
  }
}

const signIn = new Wait<void>();
const confirmation = new Wait<boolean>();

/** The last known session; undefined before it was read and after signing out. */
export const currentSession = () => current;

/** Whether requests wait until the user has signed in again. */
export const isWaitingForSignIn = () => signIn.isOpen;

/** Whether requests wait until the user has confirmed who they are. */
export const isWaitingForConfirmation = () => confirmation.isOpen;

/** Sends the requests that wait for a confirmation again, or lets them fail. */
export function endConfirmation(isConfirmed: boolean): void {
  confirmation.end(isConfirmed);
  notify();
}

export function setSession(session: Session | undefined): void {
  current = session;
  if (session !== undefined) {
    signIn.end();
    if (session.isConfirmed) confirmation.end(true);
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

/**
 * Sends a request of the session. If the session has ended, sends it again after the user has signed in; if the user must
 * confirm who they are, after they have done so.
 */
export async function fetchInSession(request: Request): Promise<Response> {
  let response = await send(request.clone());
  // Before the first sign-in there is nothing to wait for.
  if (current === undefined) return response;
  if (response.status === 401 && !isOfSession(request)) {
    await signIn.begin();
    response = await send(request.clone());
  } else if (await isForbidden(response, 'Invalid CSRF token')) {
    // Another tab may have signed in again: then the cookie and the CSRF token here belong to different sessions.
    await refreshSession();
    response = await send(request.clone());
  }
  while (await isForbidden(response, 'Confirm that it is you')) {
    if (!(await confirmation.begin())) {
      return Response.json({ error: 'You did not confirm that it is you' }, { status: response.status });
    }
    response = await send(request.clone());
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

async function isForbidden(response: Response, error: string): Promise<boolean> {
  return response.status === 403 && (await ApiError.of(response.clone())).message === error;
}

/** Reads the session of the cookie. @returns whether there is one @throws ApiError if that is unknown */
export async function refreshSession(): Promise<boolean> {
  const response = await send(new Request('/admin/api/session'));
  if (response.status === 401) return false;
  if (!response.ok) throw await ApiError.of(response);
  setSession((await response.json()) as Session);
  return true;
}
