import { Textarea } from '@mantine/core';

interface Props {
  value: string;
  isOptional?: boolean;
  onChange: (reason: string) => void;
  'data-autofocus'?: boolean;
}

/** Why an administrator changes results or limits. */
export function ReasonField({ isOptional = false, onChange, ...props }: Props) {
  return (
    <Textarea
      label="Reason"
      description={
        isOptional
          ? 'Administrators see it in the audit log; optional'
          : 'Administrators see it here and in the audit log'
      }
      required={!isOptional}
      maxLength={500}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      {...props}
    />
  );
}
