import { Button, type ButtonProps, Group, PasswordInput, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { WriteState } from '#libs/backoffice-ui/write-state.tsx';

interface Props {
  write: { isPending: boolean; error: Error | null };
  /** The title of the error. */
  failed: string;
  onSubmit: (body: { password: string }) => void;
  action: ButtonProps & { children: string };
  cancel: ReactNode;
  /** Content above the field. */
  children?: ReactNode;
}

/** Asks for the user's password before a change of their account. */
export function PasswordForm({ write, failed, onSubmit, action, cancel, children }: Props) {
  const { register, handleSubmit, formState } = useForm({ defaultValues: { password: '' } });
  return (
    <form noValidate onSubmit={(event) => void handleSubmit(onSubmit)(event)}>
      <Stack>
        {children}
        <WriteState write={write} failed={failed} />
        <PasswordInput
          label="Your password"
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password' }}
          error={formState.errors.password?.message}
          {...register('password', { required: 'Enter your password' })}
        />
        <Group>
          <Button type="submit" loading={write.isPending} {...action} />
          {cancel}
        </Group>
      </Stack>
    </form>
  );
}
