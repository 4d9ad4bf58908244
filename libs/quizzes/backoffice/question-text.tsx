import { List, Text, VisuallyHidden } from '@mantine/core';
import { Check, X } from 'lucide-react';
import { RemoteImage } from '#libs/backoffice-ui/remote-image.tsx';
import { ComparedText } from './compared-text';
import { counterpartOf } from './marked-text';
import type { QuestionBody } from './quiz-values';

type Question = Omit<QuestionBody, 'answers'> & { answers: { id?: string; text: string; isCorrect: boolean }[] };

interface Props {
  question: Question;
  /** Another version of the question: what it lacks is marked. */
  other?: Question | undefined;
  /** Id of the answer that was chosen. */
  chosen?: string | undefined;
}

/** A question with its answers and its explanation, read-only. */
export function QuestionText({ question: { text, imageUrl, answers, explanation }, other, chosen }: Props) {
  return (
    <>
      <ComparedText block other={other?.text}>
        {text}
      </ComparedText>
      {imageUrl != null && imageUrl !== '' && (
        <>
          {other !== undefined && other.imageUrl !== imageUrl && (
            <Text size="sm" c="dimmed">
              Image: {imageUrl}
            </Text>
          )}
          <RemoteImage url={imageUrl} alt="Image of the question" />
        </>
      )}
      <List center listStyleType="none" size="sm" spacing={2}>
        {answers.map((answer, index) => {
          const counterpart = other && counterpartOf(answer.text, index, other.answers);
          const isChanged = counterpart !== undefined && counterpart.isCorrect !== answer.isCorrect;
          return (
            <List.Item key={index} icon={<Mark isCorrect={answer.isCorrect} isChanged={isChanged} />}>
              <ComparedText other={other && (counterpart?.text ?? '')}>{answer.text}</ComparedText>
              {chosen !== undefined && answer.id === chosen && <b> (chosen)</b>}
            </List.Item>
          );
        })}
      </List>
      {explanation != null && explanation !== '' && (
        <Text size="sm" mt="xs">
          Explanation: <ComparedText other={other && (other.explanation ?? '')}>{explanation}</ComparedText>
        </Text>
      )}
    </>
  );
}

function Mark({ isCorrect, isChanged }: { isCorrect: boolean; isChanged: boolean }) {
  const Icon = isCorrect ? Check : X;
  const mark = (
    <>
      <Icon size={16} aria-hidden />
      <VisuallyHidden>{isCorrect ? 'Correct: ' : 'Wrong: '}</VisuallyHidden>
    </>
  );
  return isChanged ? <mark style={{ display: 'flex' }}>{mark}</mark> : mark;
}
