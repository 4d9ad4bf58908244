import { Textarea } from '@mantine/core';

interface Props {
  value: string;
  onChange: (reason: string) => void;
  'data-autofocus'?: boolean;
}

/** Why an administrator changes results. */
export function ReasonField({ onChange, ...props }: Props) {
  return (
    <Textarea
      label="Reason"
      description="Administrators see it here and in the audit log"
      required
      maxLength={500}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      {...props}
    />
  );
}
