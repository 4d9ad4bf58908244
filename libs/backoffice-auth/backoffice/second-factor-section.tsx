import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, dataOf } from '#libs/backoffice-ui/client.ts';
import { refreshSession } from '#libs/backoffice-ui/session-fetch.ts';
import { Failure, Loading } from '#libs/backoffice-ui/page-states.tsx';
import { EnrolSecondFactor } from './enrol-second-factor';
import { PasswordForm } from './password-form';
import { RecoveryCodes } from './recovery-codes';

type Doing = 'enrol' | 'renew' | 'remove';

/** The second factor of the user's own account. */
export function SecondFactorSection() {
  const queryClient = useQueryClient();
  const [doing, setDoing] = useState<Doing>();
  const { data, error } = useQuery({
    queryKey: ['second-factor'],
    queryFn: () => dataOf(api.GET('/session/second-factor')),
  });
  // Also after a cancellation, because the outcome of the request may be unknown.
  const done = () => {
    setDoing(undefined);
    void queryClient.invalidateQueries({ queryKey: ['second-factor'] });
    void refreshSession().catch(() => undefined);
  };
  if (error !== null) return <Failure error={error} />;
  if (data === undefined) return <Loading />;
  if (doing === 'enrol') return <EnrolSecondFactor onDone={done} onCancel={done} />;
  const cancel = (
    <Button variant="default" onClick={done}>
      Cancel
    </Button>
  );
  if (doing === 'renew') return <Renew onDone={done} cancel={cancel} />;
  if (doing === 'remove') return <Remove onDone={done} cancel={cancel} />;
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
        On: your password and a code from your authenticator app sign you in. {data.recoveryCodesLeft} recovery codes
        are left.
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
  cancel: ReactNode;
}

function Renew({ onDone, cancel }: Props) {
  const renew = useMutation({
    mutationFn: (body: { password: string }) => dataOf(api.POST('/session/second-factor/recovery-codes', { body })),
    // The codes are not stored among the results of requests.
    gcTime: 0,
  });
  if (renew.data !== undefined) return <RecoveryCodes codes={renew.data.recoveryCodes} onStored={onDone} />;
  return (
    <PasswordForm
      write={renew}
      failed="No new codes"
      onSubmit={renew.mutate}
      action={{ children: 'Make new codes' }}
      cancel={cancel}
    />
  );
}

function Remove({ onDone, cancel }: Props) {
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
      cancel={cancel}
    />
  );
}
