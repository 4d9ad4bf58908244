import { Button, Group, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useController, useForm, useWatch } from 'react-hook-form';
import { fieldProblems } from '#libs/backoffice-ui/api-error.ts';
import { api, dataOf } from '#libs/backoffice-ui/client.ts';
import { LinkButton } from '#libs/backoffice-ui/links.tsx';
import { Page } from '#libs/backoffice-ui/page.tsx';
import { useUnsavedWarning } from '#libs/backoffice-ui/use-unsaved-warning.tsx';
import { WriteState } from '#libs/backoffice-ui/write-state.tsx';
import { PASSWORD_RULES, PasswordField } from './password-field';
import { DISPLAY_NAME_RULES, IMAGE_RULES, ProfileFields } from './profile-fields';
import { Scopes } from './scopes';
import { imageOf } from './user-form';
import { hasBackoffice, type Role, rolesOptions } from '#libs/backoffice-ui/users-data.ts';
import { RoleSelect } from './role-select';
import { UserTagsField } from './user-tags-field';

interface NewUserForm {
  email: string;
  displayName: string;
  image: string;
  role: Role;
  tags: string[];
  /** Empty for none. */
  password: string;
}

const INVITING =
  'Create an editor or administrator, then copy the invitation link on their page: with it they choose a password, once and within three days. To invite somebody who is in the list of users, open their page.';

const EMPTY: NewUserForm = { email: '', displayName: '', image: '', role: 'player', tags: [], password: '' };

export function NewUserPage() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { invite = false } = useSearch({ from: '/inside/users/new' });
  const { register, control, handleSubmit, setError, formState } = useForm<NewUserForm>({
    defaultValues: { ...EMPTY, role: invite ? 'editor' : 'player' },
  });
  const { errors, isDirty } = formState;
  const [role, image] = useWatch({ control, name: ['role', 'image'] });
  const { field: tags } = useController({ name: 'tags', control });
  const { data: roles } = useQuery(rolesOptions);
  const warning = useUnsavedWarning(isDirty);
  const create = useMutation({
    mutationFn: (form: NewUserForm) => dataOf(api.POST('/users', { body: bodyOf(form) })),
    // The password is not stored among the results of requests.
    gcTime: 0,
    onSuccess: async ({ id, displayName }) => {
      await queryClient.invalidateQueries({ queryKey: ['users'] });
      notifications.show({
        message: (
          <>
            <bdi>{displayName}</bdi> is created.
          </>
        ),
      });
      await navigate({ to: '/users/$userId', params: { userId: id }, ignoreBlocker: true });
    },
    onError: (error) => {
      if (error.status === 409) setError('email', { message: error.message }, { shouldFocus: true });
      for (const { path, message } of fieldProblems(error)) {
        if (path in EMPTY) setError(path as keyof NewUserForm, { message }, { shouldFocus: true });
      }
    },
  });
  const isOfField = create.error?.status === 409 || fieldProblems(create.error).some(({ path }) => path in EMPTY);
  return (
    <Page title={invite ? 'Invite to the backoffice' : 'Create a user'} description={invite ? INVITING : undefined}>
      <form noValidate onSubmit={(event) => void handleSubmit((form) => create.mutate(form))(event)}>
        <Stack maw={560}>
          {!isOfField && <WriteState write={create} failed="The user was not created" />}
          <TextInput
            type="email"
            label="Email"
            required
            maxLength={254}
            autoComplete="off"
            error={errors.email?.message}
            {...register('email', {
              validate: (email) => /^[^\s@]+@[^\s@]+$/.test(email.trim()) || 'Enter an email address',
            })}
          />
          <ProfileFields
            displayName={register('displayName', DISPLAY_NAME_RULES)}
            image={register('image', IMAGE_RULES)}
            imageUrl={image}
            errors={errors}
          />
          <RoleSelect error={errors.role?.message} {...register('role')} />
          {roles !== undefined && <Scopes label="Scopes of their keys:" scopes={roles[role]} />}
          <UserTagsField value={tags.value} onChange={tags.onChange} error={errors.tags?.message} />
          {hasBackoffice(role) && (
            <PasswordField
              field={register('password', PASSWORD_RULES)}
              label="Password"
              description="Optional, at least 12 characters. They sign in to the backoffice with it; you can also invite them to choose one, on their page"
              error={errors.password?.message}
            />
          )}
          <Group>
            <Button type="submit" loading={create.isPending}>
              Create user
            </Button>
            <LinkButton to="/users" variant="default">
              Cancel
            </LinkButton>
          </Group>
        </Stack>
      </form>
      {warning}
    </Page>
  );
}

function bodyOf({ email, displayName, image, role, tags, password }: NewUserForm) {
  return {
    email: email.trim(),
    displayName: displayName.trim(),
    image: imageOf(image),
    role,
    ...(tags.length > 0 && { tags }),
    ...(hasBackoffice(role) && password !== '' && { password }),
  };
}
