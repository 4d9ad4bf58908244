import { formatLocalDay, formatTime } from './format-time';

/** A timestamp in the viewer's time zone; shows UTC on hover. */
export function Time({ at, dayOnly = false }: { at: string; dayOnly?: boolean }) {
  const utc = `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return (
    <time dateTime={at} title={utc}>
      {dayOnly ? formatLocalDay(at) : formatTime(at)}
    </time>
  );
}
