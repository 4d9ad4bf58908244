import { TextInput } from '@mantine/core';
import type { UseFormRegisterReturn } from 'react-hook-form';

interface Props {
  field: UseFormRegisterReturn;
  error?: string | undefined;
  /** Whether a recovery code will do as well. */
  takesRecoveryCode?: boolean;
}

/** The code of an authenticator app. */
export function CodeField({ field, error, takesRecoveryCode = false }: Props) {
  return (
    <TextInput
      label="Code"
      description={`The 6 digits that your authenticator app shows${takesRecoveryCode ? ', or a recovery code' : ''}`}
      autoComplete="one-time-code"
      inputMode={takesRecoveryCode ? 'text' : 'numeric'}
      spellCheck={false}
      maxLength={50}
      data-autofocus
      autoFocus
      error={error}
      {...field}
    />
  );
}
