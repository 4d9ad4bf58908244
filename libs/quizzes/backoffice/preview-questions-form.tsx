import { Button, Group, SegmentedControl, Stack } from '@mantine/core';
import { useState } from 'react';
import { PreviewQuestion } from './preview-question';
import type { Quiz } from './quiz-values';
import type { Choices } from './score-preview';

type View = 'one' | 'all';

interface Props {
  questions: Quiz['questions'];
  choices: Choices;
  onChoose: (questionId: string, answerId: string) => void;
  /** Shows other questions, and moves the focus to them. */
  show: (change: () => void) => void;
  onFinish: () => void;
}

/** The questions, one at a time or all. */
export function PreviewQuestions({ questions, choices, onChoose, show, onFinish }: Props) {
  const [view, setView] = useState<View>('one');
  const [current, setCurrent] = useState(0);
  const shown = view === 'all' ? questions : questions.slice(current, current + 1);
  const isLast = view === 'all' || current === questions.length - 1;
  return (
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
          onChoose={(answerId) => onChoose(question.id, answerId)}
        />
      ))}
      <Group justify="space-between">
        {view === 'one' && current > 0 && (
          <Button variant="default" onClick={() => show(() => setCurrent(current - 1))}>
            Back
          </Button>
        )}
        {isLast ? (
          <Button ml="auto" onClick={onFinish}>
            Finish
          </Button>
        ) : (
          <Button ml="auto" onClick={() => show(() => setCurrent(current + 1))}>
            Next
          </Button>
        )}
      </Group>
    </Stack>
  );
}
