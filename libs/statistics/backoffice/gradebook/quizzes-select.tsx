import { CheckIcon, MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, dataOf } from '#libs/backoffice-ui/client.ts';

/** As many as the API takes. */
const MAX_QUIZZES = 50;

interface Props {
  /** Ids. */
  value: string[];
  /** Titles of quizzes by id: those of the value, as far as they are known. */
  titles: ReadonlyMap<string, string>;
  onChange: (ids: string[]) => void;
}

/** Selects some of many quizzes: searches while the user types. */
export function QuizzesSelect({ value, titles, onChange }: Props) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), 200);
  const found = useQuery({
    queryKey: ['quizzes', 'list', 'found', search],
    queryFn: () => dataOf(api.GET('/quizzes', { params: { query: { limit: 20, ...(search && { search }) } } })),
  });
  const [known, setKnown] = useState<ReadonlyMap<string, string>>(new Map());
  const options = new Map([
    ...value.map((id) => [id, known.get(id) ?? titles.get(id) ?? id] as const),
    ...(found.data?.quizzes.map(({ id, title }) => [id, title] as const) ?? []),
  ]);
  return (
    <MultiSelect
      label="Quizzes"
      placeholder={value.length === 0 ? 'The newest' : ''}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'The newest quizzes' }}
      maxValues={MAX_QUIZZES}
      maw="100%"
      miw={260}
      nothingFoundMessage={found.isFetching ? 'Searching …' : (found.error?.message ?? 'No such quiz')}
      data={[...options].map(([id, title]) => ({ value: id, label: title }))}
      // The service searches.
      filter={({ options: all }) => all}
      renderOption={({ option, checked = false }) => (
        <>
          {checked && <CheckIcon size={12} aria-hidden />}
          <bdi>{option.label}</bdi>
        </>
      )}
      value={value}
      onChange={(ids) => {
        setKnown(new Map(ids.map((id) => [id, options.get(id) ?? id])));
        onChange(ids);
      }}
      searchValue={typed}
      onSearchChange={setTyped}
    />
  );
}
