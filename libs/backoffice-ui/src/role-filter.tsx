import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import { type Role, ROLE_CHOICES } from './users-data';

interface Props extends Omit<NativeSelectProps, 'value' | 'onChange' | 'data'> {
  /** Undefined for all roles. */
  value: Role | undefined;
  onChange: (role: Role | undefined) => void;
}

/** Filters users by their role. */
export function RoleFilter({ value: role, onChange, ...input }: Props) {
  return (
    <NativeSelect
      {...input}
      data={[{ value: '', label: 'All roles' }, ...ROLE_CHOICES]}
      value={role ?? ''}
      onChange={({ currentTarget }) => onChange(ROLE_CHOICES.find(({ value }) => value === currentTarget.value)?.value)}
    />
  );
}
