import { Button, Group, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { SearchField } from '#libs/backoffice-ui/search-field.tsx';
import { LANGUAGES } from './languages';
import { tagsQuery } from './quiz-data';

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

const LANGUAGE_OPTIONS = LANGUAGES.map(({ code, name }) => ({ value: code, label: `${name} (${code})` }));

/** Filters of the list of quizzes. */
export function QuizFilters({ filters, onChange, isSearching }: Props) {
  return (
    <Group component="search" aria-label="Filters" gap="sm">
      <SearchField
        label="Search titles"
        value={filters.search}
        isSearching={isSearching}
        onChange={(search) => onChange({ search })}
      />
      <TagFilter value={filters.tag} onChange={(tag) => onChange({ tag })} />
      <Select
        aria-label="Language"
        placeholder="All languages"
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'All languages' }}
        nothingFoundMessage="No such language"
        data={withOption(LANGUAGE_OPTIONS, filters.language)}
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

interface TagProps {
  value: string | undefined;
  onChange: (tag: string | undefined) => void;
}

function TagFilter({ value, onChange }: TagProps) {
  const tags = useQuery(tagsQuery);
  const options = tags.data?.map(({ tag, quizzes }) => ({ value: tag, label: `${tag} (${quizzes})` })) ?? [];
  // The address may have the tag in another case.
  const chosen = options.find((option) => option.value.toLowerCase() === value?.toLowerCase())?.value ?? value;
  return (
    <Select
      aria-label="Tag"
      placeholder="All tags"
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'All tags' }}
      nothingFoundMessage={tags.error?.message ?? (tags.isPending ? 'Loading …' : 'No such tag')}
      data={withOption(options, chosen)}
      limit={100}
      value={chosen ?? null}
      onChange={(tag) => onChange(tag ?? undefined)}
    />
  );
}

/** The options, with that of the value in the address if it is none of them. */
const withOption = (options: { value: string; label: string }[], value: string | undefined) =>
  value === undefined || options.some((option) => option.value === value)
    ? options
    : [{ value, label: value }, ...options];
