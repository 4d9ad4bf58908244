import { Button, type ButtonProps, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { api, dataOf } from '../../api/client';
import { refreshSession } from '../../api/session-fetch';
import { Failure, Loading } from '../../components/page-states';
import { WriteState } from '../../components/write-state';
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
  // Also where the person cancels: what was done may be unknown.
  const done = () => {
    setDoing(undefined);
    void queryClient.invalidateQueries({ queryKey: ['second-factor'] });
    void refreshSession().catch(() => undefined);
  };
  if (error !== null) return <Failure error={error} />;
  if (data === undefined) return <Loading />;
  if (doing === 'enrol') return <EnrolSecondFactor onDone={done} onCancel={done} />;
  if (doing === 'renew') return <Renew onDone={done} onCancel={done} />;
  if (doing === 'remove') return <Remove onDone={done} onCancel={done} />;
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
  const renew = useMutation({
    mutationFn: (body: { password: string }) => dataOf(api.POST('/session/second-factor/recovery-codes', { body })),
    // The codes are not kept among the results of requests.
    gcTime: 0,
  });
  if (renew.data !== undefined) return <RecoveryCodes codes={renew.data.recoveryCodes} onStored={onDone} />;
  return (
    <PasswordForm
      write={renew}
      failed="No new codes"
      onSubmit={renew.mutate}
      action={{ children: 'Make new codes' }}
      onCancel={onCancel}
    />
  );
}

function Remove({ onDone, onCancel }: Props) {
  const remove = useMutation({
    mutationFn: (body: { password: string }) => dataOf<unknown>(api.POST('/session/second-factor/removal', { body })),
    onSuccess: () => {
      notifications.show({ message: 'Your second factor is off.' });
      onDone();
    },
  });
  return (
    <PasswordForm
      write={remove}
      failed="Not turned off"
      onSubmit={remove.mutate}
      action={{ children: 'Turn off', color: 'red' }}
      onCancel={onCancel}
    />
  );
}

interface PasswordFormProps {
  write: { isPending: boolean; error: Error | null };
  /** The title of the error. */
  failed: string;
  onSubmit: (body: { password: string }) => void;
  action: ButtonProps & { children: string };
  onCancel: () => void;
}

function PasswordForm({ write, failed, onSubmit, action, onCancel }: PasswordFormProps) {
  const { register, handleSubmit, formState } = useForm({ defaultValues: { password: '' } });
  return (
    <form noValidate onSubmit={(event) => void handleSubmit(onSubmit)(event)}>
      <Stack>
        <WriteState write={write} failed={failed} />
        <PasswordInput
          label="Your password"
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password' }}
          error={formState.errors.password?.message}
          {...register('password', { required: 'Enter your password' })}
        />
        <Group>
          <Button type="submit" loading={write.isPending} {...action} />
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
