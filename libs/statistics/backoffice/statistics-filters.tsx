import { Button, NativeSelect } from '@mantine/core';
import type { components } from '#libs/backoffice-ui/api.gen.ts';
import { DayRange } from '#libs/backoffice-ui/day-range.tsx';
import { FoldedFilters } from '#libs/backoffice-ui/folded-filters.tsx';
import { formatLocalDay } from '#libs/backoffice-ui/format-time.ts';
import { UserTagFilter } from '#libs/backoffice-ui/user-tag-filter.tsx';
import { type Filters, PER_USER } from './search';

type Version = components['schemas']['QuizVersion'];

interface Props {
  filters: Filters;
  /** Of the quiz; empty while they load. */
  versions: Version[];
  onChange: (filters: Filters) => void;
}

const LABELS = { all: 'All attempts', first: 'First of each user', best: 'Best of each user' };

/** Which attempts the statistics are about. Days are in the viewer's time zone. */
export function StatisticsFilters({ filters, versions, onChange }: Props) {
  // Undefined values are dropped from the address.
  const change = (changes: Filters) => onChange({ ...filters, ...changes });
  return (
    <FoldedFilters isUsed={Object.keys(filters).length > 0}>
      <NativeSelect
        label="Attempts"
        data={PER_USER.map((value) => ({ value, label: LABELS[value] }))}
        value={filters.attempts ?? 'all'}
        onChange={({ currentTarget: { value } }) =>
          change({ attempts: value === 'all' ? undefined : (value as Filters['attempts']) })
        }
      />
      <NativeSelect
        label="Version"
        data={[
          { value: '', label: 'All versions' },
          ...versions.map(({ version, createdAt }) => ({
            value: String(version),
            label: `${version} (${formatLocalDay(createdAt)})`,
          })),
        ]}
        value={String(filters.version ?? '')}
        onChange={({ currentTarget: { value } }) => change({ version: value === '' ? undefined : Number(value) })}
      />
      <UserTagFilter value={filters.tag} onChange={(tag) => change({ tag })} />
      <DayRange range={filters} onChange={change} />
      {Object.keys(filters).length > 0 && (
        <Button variant="default" onClick={() => onChange({})}>
          Clear filters
        </Button>
      )}
    </FoldedFilters>
  );
}
