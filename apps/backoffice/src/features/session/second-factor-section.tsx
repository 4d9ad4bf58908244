import { Alert, Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { api, dataOf } from '../../api/client';
import { refreshSession } from '../../api/session-fetch';
import { Failure, Loading } from '../../components/page-states';
import { CodeField } from './code-field';
import { EnrolSecondFactor } from './enrol-second-factor';
import { RecoveryCodes } from './recovery-codes';

type Doing = 'enrol' | 'renew' | 'remove';

/** The second factor of the person's own account. */
export function SecondFactorSection() {
  const queryClient = useQueryClient();
  const [doing, setDoing] = useState<Doing>();
  const { data, error } = useQuery({
    queryKey: ['second-factor'],
    queryFn: () => dataOf(api.GET('/session/second-factor')),
  });
  const stop = () => setDoing(undefined);
  const done = () => {
    stop();
    void queryClient.invalidateQueries({ queryKey: ['second-factor'] });
    void refreshSession();
  };
  if (error !== null) return <Failure error={error} />;
  if (data === undefined) return <Loading />;
  if (doing === 'enrol') return <EnrolSecondFactor onDone={done} onCancel={stop} />;
  if (doing === 'renew') return <Renew onDone={done} onCancel={stop} />;
  if (doing === 'remove') return <Remove onDone={done} onCancel={stop} />;
  if (!data.isOn) {
    return (
      <>
        <Text>Off: your password alone signs you in.</Text>
        <Button onClick={() => setDoing('enrol')}>Set up</Button>
      </>
    );
  }
  return (
    <>
      <Text>
        On: your password and a code of your authenticator app sign you in. {data.recoveryCodesLeft} recovery codes are
        left.
      </Text>
      <Group>
        <Button variant="default" onClick={() => setDoing('renew')}>
          New recovery codes
        </Button>
        <Button variant="default" onClick={() => setDoing('remove')}>
          Turn off
        </Button>
      </Group>
    </>
  );
}

interface Props {
  onDone: () => void;
  onCancel: () => void;
}

function Renew({ onDone, onCancel }: Props) {
  const { register, handleSubmit, formState } = useForm({ defaultValues: { code: '' } });
  const renew = useMutation({
    mutationFn: (body: { code: string }) => dataOf(api.POST('/session/second-factor/recovery-codes', { body })),
    // The codes are not kept among the results of requests.
    gcTime: 0,
  });
  if (renew.data !== undefined) return <RecoveryCodes codes={renew.data.recoveryCodes} onStored={onDone} />;
  return (
    <form noValidate onSubmit={(event) => void handleSubmit((body) => renew.mutate(body))(event)}>
      <Stack>
        {renew.error !== null && (
          <Alert color="red" variant="outline" role="alert" title="No new codes">
            {renew.error.message}
          </Alert>
        )}
        <CodeField
          field={register('code', { required: 'Enter a code' })}
          error={formState.errors.code?.message}
          takesRecoveryCode
        />
        <Group>
          <Button type="submit" loading={renew.isPending}>
            Make new codes
          </Button>
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Remove({ onDone, onCancel }: Props) {
  const { register, handleSubmit, formState } = useForm({ defaultValues: { password: '' } });
  const remove = useMutation({
    mutationFn: (body: { password: string }) => dataOf<unknown>(api.POST('/session/second-factor/removal', { body })),
    onSuccess: () => {
      notifications.show({ message: 'Your second factor is off.' });
      onDone();
    },
  });
  return (
    <form noValidate onSubmit={(event) => void handleSubmit((body) => remove.mutate(body))(event)}>
      <Stack>
        {remove.error !== null && (
          <Alert color="red" variant="outline" role="alert" title="Not turned off">
            {remove.error.message}
          </Alert>
        )}
        <PasswordInput
          label="Your password"
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password' }}
          error={formState.errors.password?.message}
          {...register('password', { required: 'Enter your password' })}
        />
        <Group>
          <Button type="submit" color="red" loading={remove.isPending}>
            Turn off
          </Button>
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
