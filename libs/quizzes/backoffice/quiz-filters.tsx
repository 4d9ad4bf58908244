import { Button, Group, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { quizTagsQuery } from '#libs/backoffice-ui/quiz-tags-query.ts';
import { SearchField } from '#libs/backoffice-ui/search-field.tsx';
import { TagFilter, withOption } from '#libs/backoffice-ui/tag-filter.tsx';
import { languageNames } from './languages';

export interface Filters {
  search?: string | undefined;
  tag?: string | undefined;
  /** A language tag of BCP 47. */
  language?: string | undefined;
}

interface Props {
  filters: Filters;
  onChange: (changed: Filters) => void;
  /** Whether the results are still loading. */
  isSearching: boolean;
}

/** Filters of the list of quizzes. */
export function QuizFilters({ filters, onChange, isSearching }: Props) {
  const languages = useMemo(
    () => [...languageNames()].map(([value, name]) => ({ value, label: `${name} (${value})` })),
    [],
  );
  return (
    <Group component="search" aria-label="Filters" gap="sm">
      <SearchField
        label="Search titles"
        value={filters.search}
        isSearching={isSearching}
        onChange={(search) => onChange({ search })}
      />
      <TagFilter
        aria-label="Tag"
        tags={useQuery(quizTagsQuery)}
        value={filters.tag}
        onChange={(tag) => onChange({ tag })}
      />
      <Select
        aria-label="Language"
        placeholder="All languages"
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'All languages' }}
        nothingFoundMessage="No such language"
        data={withOption(languages, filters.language)}
        value={filters.language ?? null}
        onChange={(language) => onChange({ language: language ?? undefined })}
      />
      {Object.keys(filters).length > 0 && (
        <Button variant="default" onClick={() => onChange({ search: undefined, tag: undefined, language: undefined })}>
          Clear filters
        </Button>
      )}
    </Group>
  );
}
