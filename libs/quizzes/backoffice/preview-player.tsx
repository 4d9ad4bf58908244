import { Button, Group, Paper, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { RemoteImage } from '#libs/backoffice-ui/remote-image.tsx';
import { UserText } from '#libs/backoffice-ui/user-text.tsx';
import { describeTime } from './describe-time';
import { PreviewQuestion } from './preview-question';
import { PreviewResult } from './preview-result';
import type { Quiz } from './quiz-values';
import { type Choices, scorePreview } from './score-preview';
import { newSeed, shuffled } from './seeded-order';

export type PreviewedQuiz = Pick<
  Quiz,
  'title' | 'description' | 'heroImageUrl' | 'maxAttempts' | 'timeLimitSeconds' | 'randomizeQuestions' | 'questions'
>;

type View = 'one' | 'all';

/** Presents a quiz, takes answers, and shows which ones were correct. */
export function PreviewPlayer({ quiz }: { quiz: PreviewedQuiz }) {
  const [seed] = useState(newSeed);
  const [view, setView] = useState<View>('one');
  const [current, setCurrent] = useState(0);
  const [choices, setChoices] = useState<Choices>({});
  const [isFinished, setIsFinished] = useState(false);
  const top = useRef<HTMLDivElement>(null);
  const questions = quiz.randomizeQuestions ? shuffled(quiz.questions, seed) : quiz.questions;
  const shown = view === 'all' ? questions : questions.slice(current, current + 1);
  const isLast = view === 'all' || current === questions.length - 1;
  /** Moves the focus to new content, for screen readers and keyboards. */
  const show = (change: () => void) => {
    flushSync(change);
    top.current?.focus({ preventScroll: true });
    top.current?.scrollIntoView();
  };
  return (
    <Stack>
      <Introduction quiz={quiz} />
      <div
        ref={top}
        tabIndex={-1}
        style={{ outline: 'none', scrollMarginTop: '5rem' }}
        role="group"
        aria-label={isFinished ? 'Result' : 'Questions'}
      >
        {isFinished ? (
          <PreviewResult
            scored={scorePreview(questions, choices)}
            onAgain={() =>
              show(() => {
                setChoices({});
                setCurrent(0);
                setIsFinished(false);
              })
            }
          />
        ) : (
          <Stack>
            <SegmentedControl<View>
              style={{ alignSelf: 'start' }}
              aria-label="How many questions to show"
              value={view}
              onChange={setView}
              data={[
                { value: 'one', label: 'One at a time' },
                { value: 'all', label: 'All questions' },
              ]}
            />
            {shown.map((question) => (
              <PreviewQuestion
                key={question.id}
                question={question}
                position={`Question ${questions.indexOf(question) + 1} of ${questions.length}`}
                chosen={choices[question.id]}
                onChoose={(answerId) => setChoices((old) => ({ ...old, [question.id]: answerId }))}
              />
            ))}
            <Group justify="space-between">
              <Button
                variant="default"
                disabled={view === 'all' || current === 0}
                onClick={() => show(() => setCurrent(current - 1))}
              >
                Back
              </Button>
              {isLast ? (
                <Button onClick={() => show(() => setIsFinished(true))}>Finish</Button>
              ) : (
                <Button onClick={() => show(() => setCurrent(current + 1))}>Next</Button>
              )}
            </Group>
          </Stack>
        )}
      </div>
    </Stack>
  );
}

function Introduction({ quiz }: { quiz: PreviewedQuiz }) {
  const { title, description, heroImageUrl, timeLimitSeconds, maxAttempts, randomizeQuestions, questions } = quiz;
  return (
    <Paper withBorder p="md" component="section" aria-label="Introduction">
      <Stack gap="xs">
        <Title order={2}>
          <UserText block>{title}</UserText>
        </Title>
        {heroImageUrl !== null && (
          <div>
            <RemoteImage url={heroImageUrl} alt="" />
          </div>
        )}
        {description !== null && description !== '' && (
          <UserText block prose>
            {description}
          </UserText>
        )}
        <Text c="dimmed">
          {count(questions.length, 'question')} · {describeTime(timeLimitSeconds)} · {count(maxAttempts, 'attempt')}
        </Text>
        {randomizeQuestions && questions.length > 1 && (
          <Text c="dimmed">The questions are in random order, as this quiz asks apps to show them.</Text>
        )}
      </Stack>
    </Paper>
  );
}

const count = (number: number, noun: string) => `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;
