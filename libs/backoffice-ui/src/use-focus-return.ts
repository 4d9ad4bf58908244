import { useEffect } from 'react';

/** For dialogs: gives the focus back to what had it before, or to the page's heading where that is gone. */
export function useFocusReturn(): void {
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      setTimeout(() => {
        // Somebody else may have taken it on purpose.
        if (document.activeElement !== document.body) return;
        const target = before?.isConnected === true && before !== document.body ? before : document.querySelector('h1');
        if (target instanceof HTMLElement) target.focus();
      });
    };
  }, []);
}
