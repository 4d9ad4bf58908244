import { Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { ComparedText } from './compared-text';
import type { PlacedQuestion, QuestionPair } from './pair-questions';
import { QuestionText } from './question-text';
import type { QuizDifference, Side } from './quiz-difference';

const SETTINGS: Record<QuizDifference['settings'][number]['field'], string> = {
  title: 'Title',
  description: 'Description',
  heroImageUrl: 'Cover image',
  maxAttempts: 'Attempts per player',
  timeLimitSeconds: 'Time limit',
  randomizeQuestions: 'Order of questions',
  passPercentage: 'Pass mark',
  revealAnswers: 'Players see the correct answers',
  opensAt: 'Opens',
  closesAt: 'Closes',
  requireStart: 'Start of each attempt',
  drawCount: 'Questions per attempt',
  tags: 'Tags',
  language: 'Language',
};

/** What the two sides are called. */
export interface SideWords {
  theirs: string;
  mine: string;
  /** After the number of a question that only they have, such as ` of theirs`. */
  ofTheirs: string;
  /** After `changed`, `added` and `removed`, such as ` by you`; empty if it is clear who did it. */
  by: Record<Side, string>;
}

interface Props {
  difference: QuizDifference;
  words: SideWords;
}

/** How two versions of a quiz differ: settings, then questions. */
export function DifferenceReport({ difference: { settings, questions, isReordered }, words }: Props) {
  if (settings.length === 0 && questions.length === 0 && !isReordered) {
    return <Text fw={600}>Both versions are the same.</Text>;
  }
  return (
    <Stack gap="xs">
      {settings.map(({ field, theirs, mine, changedBy }) => (
        <Difference
          key={field}
          title={`${SETTINGS[field]}: changed${words.by[changedBy]}`}
          words={words}
          theirs={<Setting other={mine}>{theirs}</Setting>}
          mine={<Setting other={theirs}>{mine}</Setting>}
        />
      ))}
      {isReordered && <Difference title="Questions: in another order" />}
      {questions.map(({ changedBy, ...pair }) => (
        <Difference
          key={`${pair.theirs?.position ?? ''}/${pair.mine?.position ?? ''}`}
          title={titleOf(pair, changedBy, words)}
          words={words}
          theirs={<Question placed={pair.theirs} other={pair.mine} />}
          mine={<Question placed={pair.mine} other={pair.theirs} />}
        />
      ))}
    </Stack>
  );
}

/** What happened to a question, seen from the form. */
function titleOf({ theirs, mine }: QuestionPair, changedBy: Side, { by, ofTheirs }: SideWords): string {
  if (theirs !== undefined && mine !== undefined) return `Question ${mine.position}: changed${by[changedBy]}`;
  if (theirs !== undefined) {
    const change = changedBy === 'theirs' ? 'added' : 'removed';
    return `Question ${theirs.position}${ofTheirs}: ${change}${by[changedBy]}`;
  }
  return `Question ${mine?.position ?? ''}: ${changedBy === 'mine' ? 'added' : 'removed'}${by[changedBy]}`;
}

interface DifferenceProps {
  title: string;
  words?: SideWords;
  theirs?: ReactNode;
  mine?: ReactNode;
}

function Difference({ title, words, theirs, mine }: DifferenceProps) {
  return (
    <Paper withBorder p="sm" component="section" aria-label={title}>
      <Title order={3} size="h5">
        {title}
      </Title>
      {words !== undefined && (
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
          <Version name={words.theirs}>{theirs}</Version>
          <Version name={words.mine}>{mine}</Version>
        </SimpleGrid>
      )}
    </Paper>
  );
}

function Version({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <Text size="sm" c="dimmed">
        {name}
      </Text>
      {children}
    </div>
  );
}

const Setting = ({ children, other }: { children: string; other: string }) => (
  <Text component="div" lineClamp={6}>
    <ComparedText block other={other}>
      {children}
    </ComparedText>
  </Text>
);

function Question({ placed, other }: { placed: PlacedQuestion | undefined; other: PlacedQuestion | undefined }) {
  if (placed === undefined) return <Text fs="italic">Not there</Text>;
  return <QuestionText question={placed.question} other={other?.question} />;
}
