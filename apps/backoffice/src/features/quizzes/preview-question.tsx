import { Paper, Radio, Stack, Text, Title } from '@mantine/core';
import { useId } from 'react';
import { RemoteImage } from '../../components/remote-image';
import type { Quiz } from './quiz-values';

interface Props {
  question: Quiz['questions'][number];
  /** Such as `Question 2 of 10`. */
  position: string;
  chosen: string | undefined;
  onChoose: (answerId: string) => void;
}

/** One question, of whose answers one can be chosen. */
export function PreviewQuestion({ question, position, chosen, onChoose }: Props) {
  const id = useId();
  return (
    <Paper withBorder p="md">
      <Title order={3} size="h5" c="dimmed">
        {position}
      </Title>
      <Text id={id} fw={600} size="lg" style={{ whiteSpace: 'pre-wrap' }}>
        {question.text}
      </Text>
      {question.imageUrl !== null && <RemoteImage url={question.imageUrl} alt={`Image of ${position.toLowerCase()}`} />}
      <Radio.Group value={chosen ?? null} onChange={onChoose} aria-labelledby={id} mt="sm">
        <Stack gap="xs">
          {question.answers.map((answer) => (
            <Radio key={answer.id} value={answer.id} label={answer.text} />
          ))}
        </Stack>
      </Radio.Group>
    </Paper>
  );
}
