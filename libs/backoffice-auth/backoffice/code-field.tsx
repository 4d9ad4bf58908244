import { TextInput, type TextInputProps } from '@mantine/core';

interface Props extends TextInputProps {
  /** Whether a recovery code is accepted too. */
  takesRecoveryCode?: boolean;
}

/** The code of an authenticator app. */
export function CodeField({ takesRecoveryCode = false, ...field }: Props) {
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
      {...field}
    />
  );
}
