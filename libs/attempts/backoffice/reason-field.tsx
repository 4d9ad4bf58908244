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
      label={isOptional ? 'Reason (optional)' : 'Reason'}
      description={
        isOptional
          ? 'Administrators see it in the audit log'
          : 'Administrators and editors see it here, administrators also in the audit log'
      }
      required={!isOptional}
      maxLength={500}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      {...props}
    />
  );
}
