import { NumberInput, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, dataOf } from '#libs/backoffice-ui/client.ts';
import { ConfirmDialog } from '#libs/backoffice-ui/confirm-dialog.tsx';
import { formatDuration, formatNumber } from '#libs/backoffice-ui/numbers.ts';
import { quizQuery } from '#libs/backoffice-ui/quiz-query.ts';
import { UserSelect } from '#libs/backoffice-ui/user-select.tsx';
import { ReasonField } from './reason-field';

interface Props {
  quizId: string;
  /** The user who is selected at first. */
  userId?: string | undefined;
  onClose: () => void;
}

/** Grants a user more attempts or time than the quiz allows. */
export function GrantDialog({ quizId, userId: initialUser = '', onClose }: Props) {
  const queryClient = useQueryClient();
  const [userId, setUserId] = useState(initialUser);
  const [edited, setEdited] = useState<{ extraAttempts?: number; extraMinutes?: number }>({});
  const [reason, setReason] = useState('');
  const params = { path: { id: quizId, userId } };
  const grant = useQuery({
    queryKey: ['grants', quizId, userId],
    queryFn: () => dataOf(api.GET('/quizzes/{id}/grants/{userId}', { params })),
    enabled: userId !== '',
  });
  const extraAttempts = edited.extraAttempts ?? grant.data?.extraAttempts ?? 0;
  const extraMinutes = edited.extraMinutes ?? (grant.data?.extraSeconds ?? 0) / 60;
  const { data: read, error: quizError } = useQuery(quizQuery(quizId));
  const quiz = read?.quiz;
  const loadError = grant.error ?? quizError;
  const isLoaded = grant.data !== undefined && quiz !== undefined;
  const obstacle = userId === '' ? 'Choose a user first.' : isLoaded ? undefined : 'The limits are not loaded.';
  const body = { extraAttempts, extraSeconds: Math.round(extraMinutes * 60), reason: reason.trim() || undefined };
  const save = useMutation({
    mutationFn: () => dataOf<unknown>(api.PUT('/quizzes/{id}/grants/{userId}', { params, body })),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['grants', quizId] });
      notifications.show({ message: 'The grant is saved' });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title="Grant attempts or time"
      action="Save"
      failed={loadError === null ? 'Not saved' : 'Not loaded'}
      write={loadError === null ? save : { ...save, error: loadError }}
      obstacle={obstacle}
      isUndoable
      onClose={onClose}
    >
      <UserSelect
        label="User"
        required
        value={userId === '' ? null : userId}
        onChange={(id) => {
          setUserId(id ?? '');
          setEdited({});
        }}
        data-autofocus
      />
      {quiz !== undefined && <Limits quiz={quiz} attempts={grant.data?.attempts} />}
      <NumberInput
        label="Extra attempts"
        min={0}
        max={1_000}
        allowDecimal={false}
        clampBehavior="strict"
        value={extraAttempts}
        onChange={(value) => setEdited({ ...edited, extraAttempts: Number(value) })}
      />
      {(quiz?.timeLimitSeconds !== 0 || (grant.data?.extraSeconds ?? 0) > 0) && (
        <NumberInput
          label="Extra minutes"
          description="For attempts that are submitted from now on"
          min={0}
          max={10_080}
          decimalScale={2}
          clampBehavior="strict"
          value={extraMinutes}
          onChange={(value) => setEdited({ ...edited, extraMinutes: Number(value) })}
        />
      )}
      <ReasonField isOptional value={reason} onChange={setReason} />
    </ConfirmDialog>
  );
}

interface LimitsProps {
  quiz: { maxAttempts: number; timeLimitSeconds: number };
  attempts: number | undefined;
}

/** What the quiz allows everybody, and the attempts that the user has made. */
function Limits({ quiz: { maxAttempts, timeLimitSeconds }, attempts }: LimitsProps) {
  const time = timeLimitSeconds === 0 ? 'without a time limit' : `of ${formatDuration(timeLimitSeconds * 1000)}`;
  return (
    <Text size="sm">
      The quiz allows {formatAttempts(maxAttempts)} {time}.
      {attempts !== undefined && ` The user has made ${formatAttempts(attempts)}.`}
    </Text>
  );
}

const formatAttempts = (count: number) => `${formatNumber(count)} ${count === 1 ? 'attempt' : 'attempts'}`;
