import { Paper } from '@mantine/core';
import type { ReactNode } from 'react';
import type { components } from '#libs/backoffice-ui/api.gen.ts';
import { ApplicationLink } from '#libs/backoffice-ui/application-link.tsx';
import { UserLink } from '#libs/backoffice-ui/links.tsx';
import { formatDuration, formatNumber, formatOf, formatPercentage } from '#libs/backoffice-ui/numbers.ts';
import { Time } from '#libs/backoffice-ui/time.tsx';
import classes from './attempt-facts.module.css';
import { Passed, TimedOut } from './outcome';

/** The user, time and result of an attempt. */
export function AttemptFacts({ attempt }: { attempt: components['schemas']['InspectedAttempt'] }) {
  const { correctCount, totalQuestions } = attempt;
  return (
    <Paper withBorder p="md">
      <dl className={classes.facts}>
        <Fact name="User">
          <UserLink id={attempt.userId} name={attempt.displayName} isErased={attempt.userErased} />
        </Fact>
        {attempt.applicationId !== undefined && (
          <Fact name="Submitted by">
            <ApplicationLink id={attempt.applicationId} />
          </Fact>
        )}
        {attempt.reference !== undefined && <Fact name="Reference">{attempt.reference}</Fact>}
        <Fact name="Score">
          {formatPercentage(attempt.percentage)} ({formatOf(correctCount, totalQuestions)})
        </Fact>
        <Fact name="Result">
          <Passed passed={attempt.passed} />
          {attempt.timedOut && <TimedOut />}
        </Fact>
        <Fact name="Time taken">{formatDuration(attempt.totalTimeMs)}</Fact>
        <Fact name="Completed">
          <Time at={attempt.completedAt} />
        </Fact>
        {attempt.regradedAt !== undefined && (
          <Fact name="Regraded">
            <Time at={attempt.regradedAt} />
          </Fact>
        )}
        <Fact name="Version of the quiz">{formatNumber(attempt.version)}</Fact>
      </dl>
    </Paper>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
