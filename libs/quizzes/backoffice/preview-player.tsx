import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useCallback, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { PreviewClock } from './preview-clock';
import { PreviewIntroduction } from './preview-introduction';
import { type PreviewedQuiz, previewedQuestions } from './preview-questions';
import { PreviewQuestions } from './preview-questions-form';
import { PreviewResult } from './preview-result';
import { type Choices, scorePreview } from './score-preview';
import { newSeed } from './seeded-order';

type Phase = 'ready' | 'playing' | 'finished' | 'timeIsUp';

const LABELS: Record<Phase, string> = { ready: 'Start', playing: 'Questions', finished: 'Result', timeIsUp: 'Result' };

/**
 * Presents a quiz, takes answers, and shows which ones were correct. Where players have to start, it plays a start: only then the
 * service keeps the time.
 */
export function PreviewPlayer({ quiz }: { quiz: PreviewedQuiz }) {
  const requireStart = quiz.requireStart === true;
  const [seed, setSeed] = useState(newSeed);
  const [phase, setPhase] = useState<Phase>(requireStart ? 'ready' : 'playing');
  const [choices, setChoices] = useState<Choices>({});
  const top = useRef<HTMLDivElement>(null);
  const questions = previewedQuestions(quiz, seed);
  /** Moves the focus to new content, for screen readers and keyboards. */
  const show = useCallback((change: () => void) => {
    flushSync(change);
    top.current?.focus({ preventScroll: true });
    top.current?.scrollIntoView();
  }, []);
  const endTime = useCallback(() => show(() => setPhase('timeIsUp')), [show]);
  return (
    <Stack>
      <PreviewIntroduction quiz={quiz} />
      <div
        ref={top}
        tabIndex={-1}
        style={{ outline: 'none', scrollMarginTop: '5rem' }}
        role="group"
        aria-label={LABELS[phase]}
      >
        <Stack>
          {phase === 'ready' && (
            <Group>
              <Button onClick={() => show(() => setPhase('playing'))}>Start</Button>
              <Text c="dimmed">A start takes one of the attempts of a player. Here nothing is recorded.</Text>
            </Group>
          )}
          {phase === 'playing' && requireStart && quiz.timeLimitSeconds > 0 && (
            <PreviewClock seconds={quiz.timeLimitSeconds} onEnd={endTime} />
          )}
          {phase === 'playing' && (
            <PreviewQuestions
              questions={questions}
              choices={choices}
              onChoose={(questionId, answerId) => setChoices((old) => ({ ...old, [questionId]: answerId }))}
              show={show}
              onFinish={() => show(() => setPhase('finished'))}
            />
          )}
          {phase === 'timeIsUp' && <Alert title="The time is up">What was saved until now counts.</Alert>}
          {(phase === 'finished' || phase === 'timeIsUp') && (
            <PreviewResult
              scored={scorePreview(questions, choices)}
              quiz={quiz}
              onAgain={() =>
                show(() => {
                  setChoices({});
                  setSeed(newSeed());
                  setPhase('playing');
                })
              }
            />
          )}
        </Stack>
      </div>
    </Stack>
  );
}
