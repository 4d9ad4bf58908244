import { Button, NativeSelect } from '@mantine/core';
import { DayRange } from '#libs/backoffice-ui/day-range.tsx';
import { FILTER_WIDTH } from '#libs/backoffice-ui/filter-width.ts';
import { FoldedFilters } from '#libs/backoffice-ui/folded-filters.tsx';
import { ForAdministrators } from '#libs/backoffice-ui/for-administrators.tsx';
import { UserSelect } from '#libs/backoffice-ui/user-select.tsx';
import { UserTagFilter } from '#libs/backoffice-ui/user-tag-filter.tsx';

export interface Filters {
  userId?: string;
  /** Of its user. */
  tag?: string;
  passed?: boolean;
  timedOut?: boolean;
  voided?: boolean;
  /** ISO, included. */
  from?: string;
  /** ISO, excluded. */
  to?: string;
}

interface Props {
  filters: Filters;
  onChange: (filters: Filters) => void;
}

/** Filters of the list of attempts. Days are in the viewer's time zone. */
export function AttemptFilters({ filters, onChange }: Props) {
  // Undefined values are dropped from the address.
  const change = (changes: Filters) => onChange({ ...filters, ...changes });
  return (
    <FoldedFilters isUsed={Object.keys(filters).length > 0}>
      <ForAdministrators>
        <UserSelect
          label="User"
          placeholder="Everybody"
          clearable
          w={FILTER_WIDTH}
          value={filters.userId ?? null}
          onChange={(userId) => change({ userId: userId ?? undefined })}
        />
      </ForAdministrators>
      <UserTagFilter value={filters.tag} onChange={(tag) => change({ tag })} />
      <YesNo
        label="Result"
        yes="Passed"
        no="Not passed"
        value={filters.passed}
        onChange={(passed) => change({ passed })}
      />
      <YesNo
        label="Time"
        yes="Timed out"
        no="In time"
        value={filters.timedOut}
        onChange={(timedOut) => change({ timedOut })}
      />
      <YesNo
        label="Voided"
        yes="Voided"
        no="Not voided"
        value={filters.voided}
        onChange={(voided) => change({ voided })}
      />
      <DayRange range={filters} onChange={change} />
      {Object.keys(filters).length > 0 && (
        <Button variant="default" onClick={() => onChange({})}>
          Clear filters
        </Button>
      )}
    </FoldedFilters>
  );
}

interface YesNoProps {
  label: string;
  yes: string;
  no: string;
  value: boolean | undefined;
  onChange: (value: boolean | undefined) => void;
}

function YesNo({ label, yes, no, value, onChange }: YesNoProps) {
  return (
    <NativeSelect
      label={label}
      data={[
        { value: '', label: 'All' },
        { value: 'true', label: yes },
        { value: 'false', label: no },
      ]}
      value={value === undefined ? '' : String(value)}
      onChange={({ currentTarget }) =>
        onChange(currentTarget.value === '' ? undefined : currentTarget.value === 'true')
      }
    />
  );
}
