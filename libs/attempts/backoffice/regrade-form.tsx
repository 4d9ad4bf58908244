import { Button, Checkbox, Group, Radio, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useId, useState } from 'react';
import type { components } from '#libs/backoffice-ui/api.gen.ts';
import { api, dataOf } from '#libs/backoffice-ui/client.ts';
import { unavailable } from '#libs/backoffice-ui/unavailable.ts';
import { UserText } from '#libs/backoffice-ui/user-text.tsx';
import { WriteState } from '#libs/backoffice-ui/write-state.tsx';
import { ReasonField } from './reason-field';
import { RegradePreview } from './regrade-preview';
import { REGRADE_WORDS, type RegradeKind } from './regrade-words';

interface Props {
  quizId: string;
  version: number;
  question: components['schemas']['Question'];
}

const KINDS = Object.entries(REGRADE_WORDS) as [RegradeKind, string][];

/** What counts at a question, what that changes, and why. */
export function RegradeForm({ quizId, version, question }: Props) {
  const [kind, setKind] = useState<RegradeKind>('answers');
  const [answerIds, setAnswerIds] = useState(() =>
    question.answers.flatMap(({ id, isCorrect }) => (isCorrect ? [id] : [])),
  );
  const [reason, setReason] = useState('');
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const params = { path: { id: quizId, version: String(version), questionId: question.id } };
  const body = { kind, answers: kind === 'answers' ? answerIds.map((answerId) => ({ answerId })) : [] };
  const preview = useMutation({
    mutationFn: () =>
      dataOf(api.POST('/quizzes/{id}/versions/{version}/questions/{questionId}/regrade-preview', { params, body })),
  });
  const regrade = useMutation({
    mutationFn: (grading: number) =>
      dataOf(
        api.PUT('/quizzes/{id}/versions/{version}/questions/{questionId}/regrade', {
          params,
          body: { ...body, reason, grading },
        }),
      ),
    onSuccess: async ({ isPending }) => {
      await queryClient.invalidateQueries();
      notifications.show({ message: isPending ? 'The question is being regraded' : 'The question is regraded' });
      await navigate({ to: '/quizzes/$quizId/regrades', params: { quizId } });
    },
  });
  const [noAnswerId, noReasonId] = [useId(), useId()];
  const hasNoAnswer = kind === 'answers' && answerIds.length === 0;
  const hasNoReason = reason.trim() === '';
  /** A change makes the preview obsolete. */
  const choose = (change: () => void) => {
    change();
    preview.reset();
    regrade.reset();
  };
  return (
    <Stack>
      <Radio.Group label="What counts" value={kind} onChange={(value) => choose(() => setKind(value))}>
        <Stack gap="xs" mt="xs">
          {KINDS.map(([value, label]) => (
            <Radio key={value} value={value} label={label} />
          ))}
        </Stack>
      </Radio.Group>
      {kind === 'answers' && (
        <Checkbox.Group
          label="Answers"
          error={hasNoAnswer && 'Tick an answer first'}
          errorProps={{ id: noAnswerId }}
          value={answerIds}
          onChange={(ids) => choose(() => setAnswerIds(ids))}
        >
          <Stack gap="xs" mt="xs">
            {question.answers.map(({ id, text, isCorrect }) => (
              <Checkbox
                key={id}
                value={id}
                label={<UserText block>{text}</UserText>}
                {...(isCorrect && { description: 'Marked as correct in the quiz' })}
              />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
      <Button
        variant="default"
        w="fit-content"
        {...(hasNoAnswer && unavailable(noAnswerId))}
        loading={preview.isPending}
        onClick={() => !hasNoAnswer && preview.mutate()}
      >
        See what changes
      </Button>
      <WriteState write={preview} failed="No preview" />
      {preview.data !== undefined && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (!hasNoReason) regrade.mutate(preview.data.grading);
          }}
        >
          <RegradePreview preview={preview.data}>
            <ReasonField value={reason} onChange={setReason} />
            <WriteState write={regrade} failed="Not regraded" />
            <Group>
              <Button type="submit" {...(hasNoReason && unavailable(noReasonId))} loading={regrade.isPending}>
                Regrade
              </Button>
              {hasNoReason && (
                <Text size="sm" c="dimmed" id={noReasonId}>
                  Enter a reason first.
                </Text>
              )}
            </Group>
          </RegradePreview>
        </form>
      )}
    </Stack>
  );
}
