import type { ReactNode } from 'react';
import { useIsAdministrator } from './session';

/** Hides from editors what only administrators may do. The service rejects it too. */
export function ForAdministrators({ children }: { children: ReactNode }) {
  return useIsAdministrator() && children;
}
