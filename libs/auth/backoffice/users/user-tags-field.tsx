import { useState } from 'react';
import { TagsField } from '#libs/backoffice-ui/tags-field.tsx';
import { useUserTags } from '#libs/backoffice-ui/use-user-tags.ts';

/** Limits of the API: tags of a user, and characters of a tag. */
const MAX_TAGS = 20;
const MAX_LENGTH = 50;

interface Props {
  label?: string;
  value: string[];
  onChange: (tags: string[]) => void;
  error?: string | undefined;
}

/** Edits tags of users. */
export function UserTagsField(props: Props) {
  const [typed, setTyped] = useState('');
  return (
    <TagsField
      label="Tags"
      description="Such as classes: lists and results are filtered by them. Press Enter after each"
      maxTags={MAX_TAGS}
      maxLength={MAX_LENGTH}
      known={useUserTags(typed).data}
      searchValue={typed}
      onSearchChange={setTyped}
      {...props}
    />
  );
}
