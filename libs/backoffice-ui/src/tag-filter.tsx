import { Select, type SelectProps } from '@mantine/core';

export interface CountedTag {
  tag: string;
  /** How many have it. */
  count: number;
}

interface Props extends Omit<SelectProps, 'value' | 'onChange' | 'data'> {
  /** The tags in use. */
  tags: { data: CountedTag[] | undefined; error: Error | null; isPending: boolean };
  value: string | undefined;
  onChange: (tag: string | undefined) => void;
}

/** Filters a list by one of the tags in use. */
export function TagFilter({ tags, value, onChange, ...input }: Props) {
  const options = tags.data?.map(({ tag, count }) => ({ value: tag, label: `${tag} (${count})` })) ?? [];
  // The address may have the tag in another case.
  const chosen = options.find((option) => option.value.toLowerCase() === value?.toLowerCase())?.value ?? value;
  return (
    <Select
      placeholder="All tags"
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'All tags' }}
      nothingFoundMessage={tags.error?.message ?? (tags.isPending ? 'Loading …' : 'No such tag')}
      data={withOption(options, chosen)}
      limit={100}
      {...input}
      value={chosen ?? null}
      onChange={(tag) => onChange(tag ?? undefined)}
    />
  );
}

/** The options, with that of the value in the address if it is none of them. */
export const withOption = (options: { value: string; label: string }[], value: string | undefined) =>
  value === undefined || options.some((option) => option.value === value)
    ? options
    : [{ value, label: value }, ...options];
