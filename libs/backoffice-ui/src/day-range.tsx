import { DayField } from './day-field';
import { endOfDay, startOfDay, toDateInput } from './days';

interface Range {
  /** ISO, included. */
  from?: string | undefined;
  /** ISO, excluded. */
  to?: string | undefined;
}

interface Props {
  range: Range;
  /** Called with the changed end. */
  onChange: (changed: Range) => void;
}

/** A first and a last day to filter by, in the viewer's time zone. */
export function DayRange({ range: { from, to }, onChange }: Props) {
  const isReversed = from !== undefined && to !== undefined && from >= to;
  return (
    <>
      <DayField label="From" value={toDateInput(from)} onChange={(day) => onChange({ from: startOfDay(day) })} />
      <DayField
        label="Until (included)"
        value={toDateInput(to, -1)}
        {...(isReversed && { error: 'The last day is before the first one' })}
        onChange={(day) => onChange({ to: endOfDay(day) })}
      />
    </>
  );
}
