import { Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { PlacedQuestion, QuestionPair } from './pair-questions';
import { QuestionText } from './question-text';
import type { QuizDifference, Side } from './quiz-difference';

const SETTINGS: Record<QuizDifference['settings'][number]['field'], string> = {
  title: 'Title',
  description: 'Description',
  heroImageUrl: 'Hero image',
  maxAttempts: 'Attempts per player',
  timeLimitSeconds: 'Time limit',
  randomizeQuestions: 'Order of questions',
};

const CHANGED: Record<Side, string> = {
  theirs: 'changed by them',
  mine: 'changed by you',
  both: 'changed by both of you',
};

/** How two versions of a quiz differ: settings, then questions. */
export function DifferenceReport({ difference: { settings, questions, isReordered } }: { difference: QuizDifference }) {
  if (settings.length === 0 && questions.length === 0 && !isReordered) {
    return <Text fw={600}>Both versions are the same.</Text>;
  }
  return (
    <Stack gap="xs">
      {settings.map(({ field, theirs, mine, changedBy }) => (
        <Difference key={field} title={`${SETTINGS[field]}: ${CHANGED[changedBy]}`} theirs={theirs} mine={mine} />
      ))}
      {isReordered && <Difference title="Questions: in another order" theirs="Their order" mine="Your order" />}
      {questions.map(({ changedBy, ...pair }) => (
        <Difference
          key={`${pair.theirs?.position ?? ''}/${pair.mine?.position ?? ''}`}
          title={titleOf(pair, changedBy)}
          theirs={<Question placed={pair.theirs} />}
          mine={<Question placed={pair.mine} />}
        />
      ))}
    </Stack>
  );
}

/** What happened to a question, seen from the form. */
function titleOf({ theirs, mine }: QuestionPair, changedBy: Side): string {
  if (theirs !== undefined && mine !== undefined) return `Question ${mine.position}: ${CHANGED[changedBy]}`;
  if (theirs !== undefined) {
    return `Question ${theirs.position} of theirs: ${changedBy === 'theirs' ? 'added by them' : 'removed by you'}`;
  }
  return `Question ${mine?.position ?? ''}: ${changedBy === 'mine' ? 'added by you' : 'removed by them'}`;
}

function Difference({ title, theirs, mine }: { title: string; theirs: ReactNode; mine: ReactNode }) {
  return (
    <Paper withBorder p="sm" component="section" aria-label={title}>
      <Title order={3} size="h5">
        {title}
      </Title>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <Version name="Theirs">{theirs}</Version>
        <Version name="Yours">{mine}</Version>
      </SimpleGrid>
    </Paper>
  );
}

function Version({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <Text size="sm" c="dimmed">
        {name}
      </Text>
      {typeof children === 'string' ? (
        <Text lineClamp={6} dir="auto">
          {children}
        </Text>
      ) : (
        children
      )}
    </div>
  );
}

function Question({ placed }: { placed: PlacedQuestion | undefined }) {
  return placed === undefined ? <Text fs="italic">Not there</Text> : <QuestionText question={placed.question} />;
}
