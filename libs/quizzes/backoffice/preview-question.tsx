import { Paper, Radio, Stack, Title } from '@mantine/core';
import { RemoteImage } from '#libs/backoffice-ui/remote-image.tsx';
import { UserText } from '#libs/backoffice-ui/user-text.tsx';
import type { Quiz } from './quiz-values';

interface Props {
  question: Quiz['questions'][number];
  /** Such as `Question 2 of 10`. */
  position: string;
  chosen: string | undefined;
  onChoose: (answerId: string) => void;
}

/** One question with a choice of its answers. */
export function PreviewQuestion({ question, position, chosen, onChoose }: Props) {
  return (
    <Paper withBorder p="md">
      <Title order={3} size="h5" c="dimmed">
        {position}
      </Title>
      {question.imageUrl !== null && <RemoteImage url={question.imageUrl} alt={`Image of ${position.toLowerCase()}`} />}
      <Radio.Group
        value={chosen ?? null}
        onChange={onChoose}
        label={<UserText block>{question.text}</UserText>}
        // As wide as the question, which is aligned to the side where its script begins.
        labelProps={{ fz: 'lg', display: 'block' }}
      >
        <Stack gap="xs" mt="xs">
          {question.answers.map((answer) => (
            <Radio key={answer.id} value={answer.id} label={<UserText block>{answer.text}</UserText>} />
          ))}
        </Stack>
      </Radio.Group>
    </Paper>
  );
}
