import { TagsInput, type TagsInputProps } from '@mantine/core';
import type { CountedTag } from './tag-filter';
import { distinctTags } from './distinct-tags';

interface Props extends Omit<TagsInputProps, 'value' | 'onChange' | 'data'> {
  /** The tags in use, which are suggested; undefined while they load. */
  known: CountedTag[] | undefined;
  value: string[];
  onChange: (tags: string[]) => void;
}

/** Edits tags. */
export const TagsField = ({ known = [], onChange, ...input }: Props) => (
  <TagsInput
    {...input}
    onChange={(tags) => onChange(distinctTags(tags))}
    data={known.map(({ tag }) => tag)}
    limit={20}
    splitChars={[',', '\n']}
  />
);
