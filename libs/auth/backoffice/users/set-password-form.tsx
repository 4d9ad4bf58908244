import { Button, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { fieldProblems } from '#libs/backoffice-ui/api-error.ts';
import { api } from '#libs/backoffice-ui/client.ts';
import { WriteState } from '#libs/backoffice-ui/write-state.tsx';
import { PASSWORD_RULES, PasswordField } from './password-field';
import type { User } from '#libs/backoffice-ui/users-data.ts';

/** Sets the password of another administrator or an editor. */
export function SetPasswordForm({ user }: { user: User }) {
  const { register, handleSubmit, reset, setError, formState } = useForm({ defaultValues: { password: '' } });
  const set = useMutation({
    mutationFn: (body: { password: string }) =>
      api.PUT('/users/{id}/password', { params: { path: { id: user.id } }, body }),
    // The password is not stored among the results of requests.
    gcTime: 0,
    onSuccess: () => {
      reset();
      notifications.show({
        message: (
          <>
            <bdi>{user.displayName}</bdi> has a new password. Their sessions have ended.
          </>
        ),
      });
    },
    onError: (error) => {
      for (const { message } of fieldProblems(error)) setError('password', { message }, { shouldFocus: true });
    },
  });
  return (
    <form noValidate onSubmit={(event) => void handleSubmit((body) => set.mutate(body))(event)}>
      <Stack maw={560} align="start">
        {fieldProblems(set.error).length === 0 && <WriteState write={set} failed="Not changed" />}
        <PasswordField
          field={register('password', { required: 'Enter a new password', ...PASSWORD_RULES })}
          label="New password"
          description="At least 12 characters, hard to guess. The user’s sessions end, and they sign in with this one"
          error={formState.errors.password?.message}
        />
        <Button type="submit" variant="default" loading={set.isPending}>
          Set password
        </Button>
      </Stack>
    </form>
  );
}
