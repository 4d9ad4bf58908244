const LOCAL = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const LOCAL_DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

/** A moment in the viewer's time zone; UTC is shown on hover. */
export function Time({ at, dayOnly = false }: { at: string; dayOnly?: boolean }) {
  const date = new Date(at);
  const utc = `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return (
    <time dateTime={at} title={utc}>
      {(dayOnly ? LOCAL_DAY : LOCAL).format(date)}
    </time>
  );
}
