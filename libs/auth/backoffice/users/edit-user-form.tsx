import { Checkbox, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useController, useForm, useWatch } from 'react-hook-form';
import { fieldProblems } from '#libs/backoffice-ui/api-error.ts';
import { api, dataOf } from '#libs/backoffice-ui/client.ts';
import { refreshSession } from '#libs/backoffice-ui/session-fetch.ts';
import { SaveButtons } from '#libs/backoffice-ui/save-buttons.tsx';
import { useUnsavedWarning } from '#libs/backoffice-ui/use-unsaved-warning.tsx';
import { WriteState } from '#libs/backoffice-ui/write-state.tsx';
import { useSession } from '#libs/backoffice-ui/session.ts';
import { isLowered } from './access-change';
import { ConfirmAccessChange } from './confirm-access-change';
import { DISPLAY_NAME_RULES, IMAGE_RULES, ProfileFields } from './profile-fields';
import { changesOf, formOf, type UserForm } from './user-form';
import { type User, userOptions } from '#libs/backoffice-ui/users-data.ts';
import { RoleSelect } from './role-select';
import { ToSignIn } from './to-sign-in';
import { UserTagsField } from './user-tags-field';

/** Edits a user. Fields that were not edited here show concurrent changes by others. */
export function EditUserForm({ user }: { user: User }) {
  const queryClient = useQueryClient();
  const isSelf = useSession().user.id === user.id;
  const { register, control, handleSubmit, reset, setError, formState } = useForm<UserForm>({
    values: formOf(user),
    resetOptions: { keepDirtyValues: true },
  });
  const { field: tags } = useController({ name: 'tags', control });
  // React Hook Form tracks only the fields whose state is read here.
  const { errors, dirtyFields: _ } = formState;
  const typed = { ...formOf(user), ...useWatch({ control }) };
  const show = (shown: User) => reset(formOf(shown), { keepDirtyValues: false });
  const [toConfirm, setToConfirm] = useState<UserForm>();
  const [isSignedOut, setIsSignedOut] = useState(false);
  const isChanged = Object.keys(changesOf(user, typed)).length > 0;
  const warning = useUnsavedWarning(isChanged);

  const save = useMutation({
    mutationFn: (form: UserForm) =>
      dataOf(api.PATCH('/users/{id}', { params: { path: { id: user.id } }, body: changesOf(user, form) })),
    onSuccess: async (updated) => {
      if (isSelf && isLowered(user, updated)) {
        setIsSignedOut(true);
        return;
      }
      queryClient.setQueryData(userOptions(user.id).queryKey, updated);
      show(updated);
      setToConfirm(undefined);
      notifications.show({
        message: (
          <>
            <bdi>{updated.displayName}</bdi> is saved.
          </>
        ),
      });
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: ['users'] }),
        queryClient.invalidateQueries({ queryKey: ['keys'] }),
        isSelf && refreshSession(),
      ]);
    },
    onError: (error) => {
      for (const { path, message } of fieldProblems(error)) {
        if (!(path in typed)) continue;
        setToConfirm(undefined);
        setError(path as keyof UserForm, { message }, { shouldFocus: true });
      }
    },
  });

  const submit = (form: UserForm) => {
    const changes = changesOf(user, form);
    save.reset();
    if (changes.role !== undefined || changes.suspended !== undefined) setToConfirm(form);
    else if (Object.keys(changes).length > 0) save.mutate(form);
  };

  if (isSignedOut) return <ToSignIn />;
  return (
    <form noValidate onSubmit={(event) => void handleSubmit(submit)(event)}>
      <Stack maw={560}>
        {toConfirm === undefined && fieldProblems(save.error).length === 0 && (
          <WriteState write={save} failed="Not saved" />
        )}
        <ProfileFields
          displayName={register('displayName', DISPLAY_NAME_RULES)}
          image={register('image', IMAGE_RULES)}
          imageUrl={typed.image}
          errors={errors}
        />
        {user.applicationId === undefined && <RoleSelect error={errors.role?.message} {...register('role')} />}
        <UserTagsField value={tags.value} onChange={tags.onChange} error={errors.tags?.message} />
        <Checkbox
          label="Suspended"
          description="The keys of a suspended user are rejected, the user cannot sign in, and leaderboards and statistics leave the user out"
          error={errors.suspended?.message}
          {...register('suspended')}
        />
        <SaveButtons
          isChanged={isChanged}
          isSaving={save.isPending && toConfirm === undefined}
          onDiscard={() => show(user)}
        />
      </Stack>
      {toConfirm !== undefined && (
        <ConfirmAccessChange
          user={user}
          after={toConfirm}
          isSelf={isSelf}
          isPending={save.isPending}
          error={save.error}
          onConfirm={() => save.mutate(toConfirm)}
          onClose={() => setToConfirm(undefined)}
        />
      )}
      {warning}
    </form>
  );
}
