import { useEffect } from 'react';

/** For dialogs: returns the focus to the element that had it before, or to the page's heading if that element is gone. */
export function useFocusReturn(): void {
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      setTimeout(() => {
        // Something else may have taken it on purpose.
        if (document.activeElement !== document.body) return;
        const target = before?.isConnected === true && before !== document.body ? before : document.querySelector('h1');
        if (target instanceof HTMLElement) target.focus();
      });
    };
  }, []);
}
