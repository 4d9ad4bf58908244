import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, dataOf } from '#libs/backoffice-ui/client.ts';
import { FILTER_WIDTH } from '#libs/backoffice-ui/filter-width.ts';
import { quizQuery } from '#libs/backoffice-ui/quiz-query.ts';

interface Props {
  /** The id of the chosen quiz. */
  value: string | null;
  onChange: (id: string | null) => void;
}

/** Selects one of many quizzes: searches while the user types. */
export function QuizSelect({ value, onChange }: Props) {
  const [typed, setTyped] = useState('');
  const chosen = useQuery({ ...quizQuery(value ?? ''), enabled: value !== null }).data?.quiz;
  // The title of the chosen quiz is no search.
  const [search] = useDebouncedValue(typed === chosen?.title ? '' : typed.trim(), 200);
  const found = useQuery({
    queryKey: ['quizzes', 'choice', search],
    queryFn: () => dataOf(api.GET('/quizzes', { params: { query: { limit: 30, ...(search && { search }) } } })),
    placeholderData: keepPreviousData,
  });
  const others = found.data?.quizzes.filter(({ id }) => id !== value) ?? [];
  return (
    <Select
      label="Quiz"
      placeholder="Every quiz"
      w={FILTER_WIDTH}
      searchable
      clearable
      allowDeselect={false}
      clearButtonProps={{ 'aria-label': 'Show every quiz' }}
      nothingFoundMessage={found.isFetching ? 'Searching …' : (found.error?.message ?? 'No such quiz')}
      data={[...(chosen === undefined || value === null ? [] : [{ id: value, title: chosen.title }]), ...others].map(
        ({ id, title }) => ({ value: id, label: title }),
      )}
      // The service has searched.
      filter={({ options }) => options}
      renderOption={({ option }) => <bdi>{option.label}</bdi>}
      value={value}
      onChange={onChange}
      searchValue={typed}
      onSearchChange={setTyped}
    />
  );
}
