import { useSyncExternalStore } from 'react';
import { currentSession, isWaitingForSignIn, onSessionChange, type Session } from './session-fetch';

/** The session of the administrator who looks at the page. */
export function useSession(): Session {
  const session = useSyncExternalStore(onSessionChange, currentSession);
  if (session === undefined) throw new Error('This page is for those who are signed in');
  return session;
}

/** Whether the session ran out and requests wait until the person has signed in again. */
export function useIsWaitingForSignIn(): boolean {
  return useSyncExternalStore(onSessionChange, isWaitingForSignIn);
}
