import { PasswordInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';

interface Props {
  field: UseFormRegisterReturn;
  label: string;
  description: ReactNode;
  error?: string | undefined;
}

/** The field of a new password. */
export function PasswordField({ field, label, description, error }: Props) {
  return (
    <PasswordInput
      label={label}
      description={description}
      autoComplete="new-password"
      visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password' }}
      error={error}
      {...field}
    />
  );
}

export const PASSWORD_RULES = {
  minLength: { value: 12, message: 'At least 12 characters' },
  maxLength: { value: 200, message: 'At most 200 characters' },
};
