import { useEffect } from 'react';
import { refreshSession } from '#libs/backoffice-ui/session-fetch.ts';

/** Reads the session again when the user comes back from another tab, where they may have signed in. */
export function useRefreshOnFocus(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return undefined;
    const refresh = () => void refreshSession().catch(() => undefined);
    window.addEventListener('focus', refresh);
    return () => window.removeEventListener('focus', refresh);
  }, [isOn]);
}
