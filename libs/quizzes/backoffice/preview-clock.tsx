import { Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { formatDuration } from '#libs/backoffice-ui/numbers.ts';

/** Shows the time that is left. @param onEnd is called once, when there is none; stays the same */
export function PreviewClock({ seconds, onEnd }: { seconds: number; onEnd: () => void }) {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    const endsAt = Date.now() + 1_000 * seconds;
    const timer = setInterval(() => {
      const remaining = Math.max(0, Math.ceil((endsAt - Date.now()) / 1_000));
      setLeft(remaining);
      if (remaining > 0) return;
      clearInterval(timer);
      onEnd();
    }, 250);
    return () => clearInterval(timer);
  }, [seconds, onEnd]);
  return (
    <Text role="timer" aria-label="Time left">
      {formatDuration(1_000 * left)} left
    </Text>
  );
}
