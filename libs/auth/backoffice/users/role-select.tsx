import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import { ROLE_CHOICES } from '#libs/backoffice-ui/users-data.ts';

/** The choice of a user's role, with what it means for the backoffice. */
export const RoleSelect = (props: Omit<NativeSelectProps, 'data' | 'description'>) => (
  <NativeSelect
    label="Role"
    description="Administrators and editors sign in here; editors edit quizzes and see results. The others use the API with keys. An application acts for players of its own."
    data={ROLE_CHOICES}
    {...props}
  />
);
