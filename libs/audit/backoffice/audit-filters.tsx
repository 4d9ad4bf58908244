import { Button, Select } from '@mantine/core';
import { useContributions } from '#libs/backoffice-ui/contribution.ts';
import { DayRange } from '#libs/backoffice-ui/day-range.tsx';
import { FILTER_WIDTH } from '#libs/backoffice-ui/filter-width.ts';
import { FoldedFilters } from '#libs/backoffice-ui/folded-filters.tsx';
import { UserSelect } from '#libs/backoffice-ui/user-select.tsx';
import { QuizSelect } from './quiz-select';

export interface Filters {
  actorId?: string;
  action?: string;
  subjectKind?: string;
  subjectId?: string;
  affectedQuizId?: string;
  from?: string;
  to?: string;
}

/** Filters of the audit log. Days are those of the viewer's time zone. */
export function AuditFilters({ filters, onChange }: { filters: Filters; onChange: (filters: Filters) => void }) {
  const { auditActions, auditSubjects } = useContributions();
  const change = (changed: Filters) => {
    const all: [string, string | undefined][] = Object.entries({ ...filters, ...changed });
    onChange(Object.fromEntries(all.filter(([, value]) => value !== undefined)));
  };
  return (
    <FoldedFilters isUsed={Object.keys(filters).length > 0}>
      <UserSelect
        label="Who"
        placeholder="Everybody"
        w={FILTER_WIDTH}
        value={filters.actorId ?? null}
        onChange={(id) => change({ actorId: id ?? undefined })}
        clearable
        clearButtonProps={{ 'aria-label': 'Show what everybody did' }}
      />
      <Select
        label="What"
        placeholder="Everything"
        w={FILTER_WIDTH}
        data={Object.entries(auditActions).map(([value, label]) => ({ value, label }))}
        value={filters.action ?? null}
        onChange={(action) => change({ action: action ?? undefined })}
        clearable
        clearButtonProps={{ 'aria-label': 'Show everything' }}
      />
      <Select
        label="Subject"
        placeholder="Every kind"
        data={Object.entries(auditSubjects).map(([value, { label }]) => ({ value, label }))}
        value={filters.subjectKind ?? null}
        onChange={(kind) => change({ subjectKind: kind ?? undefined, subjectId: undefined })}
        clearable
        clearButtonProps={{ 'aria-label': 'Show all kinds' }}
      />
      <QuizSelect
        value={filters.affectedQuizId ?? null}
        onChange={(id) => change({ affectedQuizId: id ?? undefined })}
      />
      <DayRange range={filters} onChange={change} />
      {Object.keys(filters).length > 0 && (
        <Button variant="default" onClick={() => onChange({})}>
          Show everything
        </Button>
      )}
    </FoldedFilters>
  );
}
