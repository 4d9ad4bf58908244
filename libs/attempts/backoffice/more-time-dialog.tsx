import { NumberInput, Text } from '@mantine/core';
import { useState } from 'react';
import { api, dataOf } from '#libs/backoffice-ui/client.ts';
import { ConfirmDialog } from '#libs/backoffice-ui/confirm-dialog.tsx';
import { Time } from '#libs/backoffice-ui/time.tsx';
import { ReasonField } from './reason-field';
import { type StartDialogProps, useStartWrite } from './use-start-write';

/** Gives an attempt in progress more time. */
export function MoreTimeDialog({ quizId, start, onClose }: StartDialogProps) {
  const { id: startId, displayName, endsAt } = start;
  const [minutes, setMinutes] = useState<number | string>(10);
  const [reason, setReason] = useState('');
  const write = useStartWrite(
    () =>
      dataOf(
        api.POST('/quizzes/{id}/starts/{startId}/more-time', {
          params: { path: { id: quizId, startId } },
          body: { minutes: Number(minutes), reason: reason.trim() || undefined },
        }),
      ),
    (moved) => moved.endsAt !== null && <EndsAt name={displayName} at={moved.endsAt} />,
    onClose,
  );
  return (
    <ConfirmDialog
      title="Give more time"
      action="Give more time"
      failed="Not changed"
      write={write}
      obstacle={Number(minutes) >= 1 ? undefined : 'Enter the minutes first.'}
      isUndoable
      onClose={onClose}
    >
      {endsAt !== null && (
        <Text>
          <EndsAt name={displayName} at={endsAt} />. The end moves by these minutes, at most to when the quiz closes.
          Other attempts keep their time.
        </Text>
      )}
      <NumberInput
        label="Minutes"
        required
        min={1}
        max={10_080}
        allowDecimal={false}
        clampBehavior="strict"
        value={minutes}
        onChange={setMinutes}
        data-autofocus
      />
      <ReasonField isOptional value={reason} onChange={setReason} />
    </ConfirmDialog>
  );
}

function EndsAt({ name, at }: { name: string; at: string }) {
  return (
    <>
      <bdi>{name}</bdi> has until <Time at={at} />
    </>
  );
}
