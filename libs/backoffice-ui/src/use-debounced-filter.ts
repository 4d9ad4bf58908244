import { useDebouncedCallback } from '@mantine/hooks';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/**
 * Debounces the change of a filter, which navigates. As soon as the user leaves the page, a pending change is cancelled: it
 * would lead back, because the page stays until the code of the next one has loaded.
 * @param delay in milliseconds
 */
export function useDebouncedFilter<Value>(onChange: (value: Value) => void, delay: number) {
  const router = useRouter();
  const change = useDebouncedCallback(onChange, delay);
  useEffect(
    () => router.subscribe('onBeforeNavigate', ({ pathChanged }) => pathChanged && change.cancel()),
    [router, change],
  );
  return change;
}
