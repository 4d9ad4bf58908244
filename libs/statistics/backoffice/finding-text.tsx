import { Group, Text } from '@mantine/core';
import { Info, OctagonAlert, TriangleAlert } from 'lucide-react';
import { formatTwoDecimals } from '#libs/backoffice-ui/numbers.ts';
import { UserText } from '#libs/backoffice-ui/user-text.tsx';
import { type Finding, unchosenAnswers } from './questions-to-check';
import type { NumberedQuestion } from './sort-questions';

const ERROR = { icon: OctagonAlert, color: 'var(--mantine-color-error)' };
const WARNING = { icon: TriangleAlert, color: 'var(--color-warning)' };

export const TONES = {
  negative: ERROR,
  nobody: ERROR,
  low: WARNING,
  everybody: WARNING,
  unchosen: { icon: Info, color: 'var(--mantine-color-text)' },
} satisfies Record<Finding, unknown>;

/** A finding about a question in words and in its colour. */
export function FindingText({ finding, question }: { finding: Finding; question: NumberedQuestion }) {
  const { icon: Icon, color } = TONES[finding];
  return (
    <Group gap={6} wrap="nowrap" align="start" c={color}>
      <Icon size={16} aria-hidden style={{ flexShrink: 0, marginBlockStart: '0.2em' }} />
      <Text span inherit lineClamp={3}>
        <Words finding={finding} question={question} />
      </Text>
    </Group>
  );
}

/** With the interval: among few attempts it is wide. */
function discriminationOf({ discrimination, discriminationInterval: interval }: NumberedQuestion): string {
  const value = formatTwoDecimals(discrimination ?? 0);
  return interval === null
    ? value
    : `${value} (${formatTwoDecimals(interval.low)} to ${formatTwoDecimals(interval.high)})`;
}

function Words({ finding, question }: { finding: Finding; question: NumberedQuestion }) {
  const discrimination = discriminationOf(question);
  switch (finding) {
    case 'negative':
      return `Discrimination ${discrimination}: good players miss it more often. Is the right answer marked?`;
    case 'nobody':
      return 'Nobody answered it correctly. Is the right answer marked?';
    case 'low':
      return `Discrimination ${discrimination}: it hardly separates good players from others`;
    case 'everybody':
      return 'Everybody answered it correctly';
    case 'unchosen':
      return (
        <>
          Nobody chose{' '}
          {unchosenAnswers(question).map(({ answerId, text }, index) => (
            <span key={answerId}>
              {index > 0 && ', '}“<UserText prose>{text}</UserText>”
            </span>
          ))}
        </>
      );
  }
}
