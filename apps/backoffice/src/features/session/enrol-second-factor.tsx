import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { QRCodeSVG } from 'qrcode.react';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { ApiError } from '../../api/api-error';
import { api, dataOf } from '../../api/client';
import { WriteState } from '../../components/write-state';
import { CopyField } from '../keys/copy-field';
import { CodeField } from './code-field';
import { RecoveryCodes } from './recovery-codes';

interface Props {
  /** Once the person has stored the recovery codes. */
  onDone: () => void;
  onCancel?: () => void;
}

/** Sets up a second factor: password, app, recovery codes. */
export function EnrolSecondFactor({ onDone, onCancel }: Props) {
  // Secrets are not kept among the results of requests.
  const begin = useMutation({
    mutationFn: (body: { password: string }) => dataOf(api.POST('/session/second-factor', { body })),
    gcTime: 0,
  });
  const confirm = useMutation({
    mutationFn: (body: { code: string }) => dataOf(api.POST('/session/second-factor/confirmation', { body })),
    gcTime: 0,
  });
  if (confirm.data !== undefined) return <RecoveryCodes codes={confirm.data.recoveryCodes} onStored={onDone} />;
  const cancel = onCancel && (
    <Button variant="default" onClick={onCancel}>
      Cancel
    </Button>
  );
  if (begin.data === undefined) {
    const write = { isPending: begin.isPending, error: begin.error ?? confirm.error };
    const onSubmit = (body: { password: string }) => begin.mutate(body, { onSuccess: confirm.reset });
    return <PasswordStep write={write} onSubmit={onSubmit} cancel={cancel} />;
  }
  // Where it took too long, or too many codes were wrong, it begins again with the password.
  const onError = (error: Error) => {
    if (error instanceof ApiError && error.status === 409) begin.reset();
  };
  const onSubmit = (body: { code: string }) => confirm.mutate(body, { onError });
  return <AppStep {...begin.data} write={confirm} onSubmit={onSubmit} cancel={cancel} />;
}

interface Step<Body> {
  write: { isPending: boolean; error: Error | null };
  onSubmit: (body: Body) => void;
  cancel: ReactNode;
}

function PasswordStep({ write, onSubmit, cancel }: Step<{ password: string }>) {
  const { register, handleSubmit, formState } = useForm({ defaultValues: { password: '' } });
  return (
    <form noValidate onSubmit={(event) => void handleSubmit(onSubmit)(event)}>
      <Stack>
        <Text>
          You need an authenticator app on your phone, such as Google Authenticator, Aegis or the one of your password
          manager. Enter your password to begin.
        </Text>
        <WriteState write={write} failed="Not set up" />
        <PasswordInput
          label="Your password"
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password' }}
          error={formState.errors.password?.message}
          {...register('password', { required: 'Enter your password' })}
        />
        <Group>
          <Button type="submit" loading={write.isPending}>
            Continue
          </Button>
          {cancel}
        </Group>
      </Stack>
    </form>
  );
}

function AppStep({ secret, uri, write, onSubmit, cancel }: Step<{ code: string }> & { secret: string; uri: string }) {
  const { register, handleSubmit, formState } = useForm({ defaultValues: { code: '' } });
  return (
    <form noValidate onSubmit={(event) => void handleSubmit(onSubmit)(event)}>
      <Stack>
        <Text>Scan the picture with the app, or type the key into it. Then enter the code that the app shows.</Text>
        <QRCodeSVG value={uri} size={200} marginSize={4} title="QR code for your authenticator app" role="img" />
        <CopyField label="Key" text={secret} action="Copy key" />
        <WriteState write={write} failed="Not set up" />
        <CodeField error={formState.errors.code?.message} {...register('code', { required: 'Enter the code' })} />
        <Group>
          <Button type="submit" loading={write.isPending}>
            Turn on
          </Button>
          {cancel}
        </Group>
      </Stack>
    </form>
  );
}
