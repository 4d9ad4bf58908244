import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { QRCodeSVG } from 'qrcode.react';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { ApiError } from '#libs/backoffice-ui/api-error.ts';
import { api, dataOf } from '#libs/backoffice-ui/client.ts';
import { WriteState } from '#libs/backoffice-ui/write-state.tsx';
import { CopyField } from '#libs/backoffice-ui/copy-field.tsx';
import { CodeField } from './code-field';
import { PasswordForm } from './password-form';
import { RecoveryCodes } from './recovery-codes';

interface Props {
  /** Called after the user has stored the recovery codes. */
  onDone: () => void;
  onCancel?: () => void;
}

/** Sets up a second factor: password, app, recovery codes. */
export function EnrolSecondFactor({ onDone, onCancel }: Props) {
  // Secrets are not stored among the results of requests.
  const begin = useMutation({
    mutationFn: (body: { password: string }) => dataOf(api.POST('/session/second-factor', { body })),
    gcTime: 0,
  });
  const confirm = useMutation({ mutationFn: confirmCode, gcTime: 0 });
  if (confirm.data === 'on already') return <WithoutCodes onDone={onDone} />;
  if (confirm.data !== undefined) return <RecoveryCodes codes={confirm.data.recoveryCodes} onStored={onDone} />;
  const cancel = onCancel && (
    <Button variant="default" onClick={onCancel}>
      Cancel
    </Button>
  );
  if (begin.data === undefined) {
    const write = { isPending: begin.isPending, error: begin.error ?? confirm.error };
    const onSubmit = (body: { password: string }) => begin.mutate(body, { onSuccess: confirm.reset });
    return (
      <PasswordForm
        write={write}
        failed="Not set up"
        onSubmit={onSubmit}
        action={{ children: 'Continue' }}
        cancel={cancel}
      >
        <Text>
          You need an authenticator app on your phone, such as Google Authenticator, Aegis or the one of your password
          manager. Enter your password to begin.
        </Text>
      </PasswordForm>
    );
  }
  // After a timeout or too many wrong codes, the enrolment starts over with the password.
  const onError = (error: Error) => {
    if (error instanceof ApiError && error.status === 409) begin.reset();
  };
  const onSubmit = (body: { code: string }) => confirm.mutate(body, { onError });
  return <AppStep {...begin.data} write={confirm} onSubmit={onSubmit} cancel={cancel} />;
}

/** @returns `on already` if the response to an earlier confirmation, with the recovery codes, was lost */
async function confirmCode(body: { code: string }) {
  try {
    return await dataOf(api.POST('/session/second-factor/confirmation', { body }));
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) throw error;
    const { isOn } = await dataOf(api.GET('/session/second-factor'));
    if (isOn) return 'on already';
    throw error;
  }
}

function WithoutCodes({ onDone }: Pick<Props, 'onDone'>) {
  return (
    <Stack align="start">
      <Text role="status">
        Your second factor is on. The response with its recovery codes was lost: make new recovery codes in your
        account.
      </Text>
      <Button onClick={onDone}>Continue</Button>
    </Stack>
  );
}

interface AppStepProps {
  secret: string;
  uri: string;
  write: { isPending: boolean; error: Error | null };
  onSubmit: (body: { code: string }) => void;
  cancel: ReactNode;
}

function AppStep({ secret, uri, write, onSubmit, cancel }: AppStepProps) {
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
