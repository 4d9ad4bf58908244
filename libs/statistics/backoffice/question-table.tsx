import { Paper, Stack, Text, Title } from '@mantine/core';
import type { components } from '#libs/backoffice-ui/api.gen.ts';
import { type Column, DataTable, type Sorting } from '#libs/backoffice-ui/data-table.tsx';
import { ForAdministrators } from '#libs/backoffice-ui/for-administrators.tsx';
import { formatNumber, formatShare, formatTwoDecimals } from '#libs/backoffice-ui/numbers.ts';
import { TONES } from './finding-text';
import { QuestionLink, RegradeLink } from './question-link';
import { type Finding, findingsOf } from './questions-to-check';
import type { NumberedQuestion, Sort } from './sort-questions';
import { difficultyWord, discriminationWord, ENOUGH_ATTEMPTS, FEWEST_ATTEMPTS } from './statistics-words';

type Interval = components['schemas']['Interval'];

const REGRADED = {
  answers: 'Regraded: other answers count',
  everyone: 'Regraded: everybody gets the point',
  omitted: 'Regraded: left out',
};

/** Instead of a verdict about a question whose attempts were not all scored by the answers that are marked now. */
const DIFFERENT_KEYS = 'scored by different keys';

/** Instead of a verdict that chance would make. */
const FEW_ATTEMPTS = `no verdict below ${ENOUGH_ATTEMPTS} attempts`;

interface Props {
  quizId: string;
  /** Sorted. */
  questions: NumberedQuestion[];
  sorting: Sorting<Sort>;
  /** The version whose questions they are. */
  version: number;
  /** Whether the editor shows these questions: they are those of the current version. */
  isCurrent: boolean;
}

/** The questions with their difficulty and discrimination. */
export function QuestionTable({ quizId, questions, sorting, version, isCurrent }: Props) {
  return (
    <Paper withBorder p="md" component="section" aria-label="Questions">
      <Stack gap="sm">
        <Title order={2} size="h4">
          Questions
        </Title>
        <Text size="sm" c="dimmed" component="details">
          <summary>What these figures mean</summary>
          <b>Answered correctly</b> is the share of the attempts with a correct answer to the question.{' '}
          <b>Discrimination</b> (point-biserial correlation, −1 to 1) says how well the question separates players who
          do well in the rest of the quiz from those who do not. From 0.2 on it is useful; around 0 it says nothing
          about the player; below 0 good players miss it more often than others, so check which answer is marked as
          correct. It cannot be computed where all attempts are alike, or where there is one question. Ranges hold with
          95% confidence.
        </Text>
        <DataTable
          caption="Statistics of the questions"
          columns={columnsFor(quizId, version, isCurrent)}
          rows={questions}
          keyOf={({ questionId }) => questionId}
          sorting={sorting}
          empty={null}
        />
      </Stack>
    </Paper>
  );
}

function columnsFor(quizId: string, version: number, isCurrent: boolean): Column<NumberedQuestion, Sort>[] {
  return [
    { head: 'No.', cell: ({ number }) => formatNumber(number), align: 'right', sort: 'number' },
    {
      head: 'Question',
      role: 'name',
      cell: (question) => <QuestionLink quizId={quizId} question={question} isCurrent={isCurrent} />,
    },
    { head: 'Attempts', cell: ({ attempts }) => formatNumber(attempts), align: 'right', sort: 'attempts' },
    {
      head: 'Not answered',
      cell: ({ attempts, unanswered }) => formatShare(unanswered.attempts, attempts),
      align: 'right',
      sort: 'unanswered',
    },
    { head: 'Answered correctly', cell: (question) => <AnsweredCorrectly question={question} />, sort: 'difficulty' },
    { head: 'Discrimination', cell: (question) => <Discrimination question={question} />, sort: 'discrimination' },
    {
      head: 'Regrade',
      cell: ({ number, regrade, gradedOtherwise }) => (
        <>
          <ForAdministrators>
            <RegradeLink quizId={quizId} version={version} number={number} />
          </ForAdministrators>
          {regrade !== null && (
            <Text size="sm" c="dimmed">
              {REGRADED[regrade]}
            </Text>
          )}
          {gradedOtherwise > 0 && (
            <Text size="sm">
              {gradedOtherwise === 1 ? '1 attempt was' : `${formatNumber(gradedOtherwise)} attempts were`} scored by
              another key
            </Text>
          )}
        </>
      ),
    },
  ];
}

function AnsweredCorrectly({ question }: { question: NumberedQuestion }) {
  const { difficulty, difficultyInterval, attempts, correct } = question;
  if (difficulty === null) return <NotYet attempts={attempts} />;
  const value = `${formatShare(correct, attempts)} (${formatNumber(correct)})`;
  return (
    <Estimate
      value={value}
      word={verdict(question, difficultyWord(difficulty))}
      color={colorOf(question, ['nobody', 'everybody'])}
      interval={difficultyInterval}
      format={(x) => formatShare(x, 1)}
    />
  );
}

function Discrimination({ question }: { question: NumberedQuestion }) {
  const { attempts, discrimination, discriminationInterval } = question;
  if (discrimination === null) {
    return attempts < FEWEST_ATTEMPTS ? (
      <NotYet attempts={attempts} />
    ) : (
      <Estimate value="–" word="cannot be computed" />
    );
  }
  return (
    <Estimate
      value={formatTwoDecimals(discrimination)}
      word={verdict(question, discriminationWord(discrimination))}
      color={colorOf(question, ['negative', 'low'])}
      interval={discriminationInterval}
      format={formatTwoDecimals}
    />
  );
}

function verdict({ attempts, gradedOtherwise }: NumberedQuestion, word: string): string {
  if (gradedOtherwise > 0) return DIFFERENT_KEYS;
  return attempts < ENOUGH_ATTEMPTS ? FEW_ATTEMPTS : word;
}

/** The colour of the first of these findings that the question has. */
function colorOf(question: NumberedQuestion, about: readonly Finding[]): string {
  const finding = findingsOf(question).find((found) => about.includes(found));
  return finding === undefined ? 'dimmed' : TONES[finding].color;
}

interface EstimateProps {
  value: string;
  word: string;
  color?: string;
  interval?: Interval | null;
  format?: (value: number) => string;
}

function Estimate({ value, word, color = 'dimmed', interval, format = String }: EstimateProps) {
  return (
    <>
      {value}
      <Text size="sm" c="dimmed">
        <Text span inherit c={color}>
          {word}
        </Text>
        {interval && `; ${format(interval.low)} to ${format(interval.high)}`}
      </Text>
    </>
  );
}

function NotYet({ attempts }: { attempts: number }) {
  return (
    <Text span size="sm" c="dimmed">
      Not enough attempts yet ({formatNumber(attempts)} of {FEWEST_ATTEMPTS})
    </Text>
  );
}
