import { useSyncExternalStore } from 'react';
import {
  currentSession,
  isWaitingForConfirmation,
  isWaitingForSignIn,
  onSessionChange,
  type Session,
} from './session-fetch';

/** The session of the current user. */
export function useSession(): Session {
  const session = useSyncExternalStore(onSessionChange, currentSession);
  if (session === undefined) throw new Error('This page is for those who are signed in');
  return session;
}

/** Whether the current user is an administrator; else they are an editor. */
export const useIsAdministrator = (): boolean => useSession().user.role === 'admin';

/** Whether the session has ended and requests wait until the user has signed in again. */
export function useIsWaitingForSignIn(): boolean {
  return useSyncExternalStore(onSessionChange, isWaitingForSignIn);
}

/** Whether requests wait until the user has confirmed who they are. */
export function useIsWaitingForConfirmation(): boolean {
  return useSyncExternalStore(onSessionChange, isWaitingForConfirmation);
}
