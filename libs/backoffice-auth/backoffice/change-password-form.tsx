import { Button, PasswordInput, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { fieldProblems } from '#libs/backoffice-ui/api-error.ts';
import { api, dataOf } from '#libs/backoffice-ui/client.ts';
import { WriteState } from '#libs/backoffice-ui/write-state.tsx';

const EMPTY = { currentPassword: '', newPassword: '', repeated: '' };

const TOGGLE = { 'aria-label': 'Show or hide the password' };

export function ChangePasswordForm() {
  const { register, handleSubmit, reset, getValues, setError, formState } = useForm({ defaultValues: EMPTY });
  const change = useMutation({
    mutationFn: ({ currentPassword, newPassword }: typeof EMPTY) =>
      dataOf<unknown>(api.PUT('/session/password', { body: { currentPassword, newPassword } })),
    onSuccess: () => {
      reset();
      notifications.show({ message: 'Your password is changed. Your other sessions have ended.' });
    },
    onError: (error) => {
      for (const { path, message } of fieldProblems(error)) {
        if (path in EMPTY) setError(path as keyof typeof EMPTY, { message }, { shouldFocus: true });
      }
    },
  });
  const { errors } = formState;
  return (
    <form noValidate onSubmit={(event) => void handleSubmit((values) => change.mutate(values))(event)}>
      <Stack>
        {fieldProblems(change.error).length === 0 && <WriteState write={change} failed="Not changed" />}
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          visibilityToggleButtonProps={TOGGLE}
          error={errors.currentPassword?.message}
          {...register('currentPassword', { required: 'Enter your current password' })}
        />
        <PasswordInput
          label="New password"
          description="At least 12 characters; several words are easier to remember than symbols"
          autoComplete="new-password"
          visibilityToggleButtonProps={TOGGLE}
          error={errors.newPassword?.message}
          {...register('newPassword', {
            required: 'Enter a new password',
            minLength: { value: 12, message: 'At least 12 characters' },
            maxLength: { value: 200, message: 'At most 200 characters' },
          })}
        />
        <PasswordInput
          label="New password, again"
          autoComplete="new-password"
          visibilityToggleButtonProps={TOGGLE}
          error={errors.repeated?.message}
          {...register('repeated', {
            validate: (value) => value === getValues('newPassword') || 'This is not the same as the new password',
          })}
        />
        <Button type="submit" loading={change.isPending}>
          Change password
        </Button>
      </Stack>
    </form>
  );
}
