import { MultiSelect } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, dataOf } from '#libs/backoffice-ui/client.ts';
import { ConfirmDialog } from '#libs/backoffice-ui/confirm-dialog.tsx';
import { distinctTags } from '#libs/backoffice-ui/distinct-tags.ts';
import type { User } from '#libs/backoffice-ui/users-data.ts';
import { countOf } from './bulk-change';
import { UserTagsField } from './user-tags-field';

/** Maximum number of tags that one request removes. */
const MAX_REMOVED = 20;

interface Props {
  users: User[];
  /** Called with the users as they are after the change. */
  onChanged: (users: User[]) => void;
  onClose: () => void;
}

/** Adds tags to several users, and takes tags from them. */
export function ChangeTags({ users, onChanged, onClose }: Props) {
  const queryClient = useQueryClient();
  const [addTags, setAdded] = useState<string[]>([]);
  const [removeTags, setRemoved] = useState<string[]>([]);
  const used = distinctTags(users.flatMap(({ tags = [] }) => tags));
  const write = useMutation({
    mutationFn: () =>
      dataOf(api.PATCH('/users', { body: { users: users.map(({ id }) => ({ id })), addTags, removeTags } })),
    onSuccess: async ({ users: changed }) => {
      onChanged(changed);
      await Promise.all(['users', 'user'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })));
      notifications.show({ message: `The tags of ${countOf(changed.length)} are saved.` });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={`Change the tags of ${countOf(users.length)}`}
      action="Change tags"
      isUndoable
      obstacle={addTags.length + removeTags.length === 0 ? 'Choose a tag first.' : undefined}
      write={write}
      failed="Nobody was changed"
      onClose={onClose}
    >
      <UserTagsField label="Add tags" value={addTags} onChange={setAdded} />
      {used.length > 0 && (
        <MultiSelect
          label="Remove tags"
          description="Of those that the selected users have"
          searchable
          clearable
          clearButtonProps={{ 'aria-label': 'Remove none' }}
          nothingFoundMessage="None of them has this tag"
          data={used}
          maxValues={MAX_REMOVED}
          value={removeTags}
          onChange={setRemoved}
        />
      )}
    </ConfirmDialog>
  );
}
