import { Alert, Text } from '@mantine/core';
import type { components } from '#libs/backoffice-ui/api.gen.ts';
import { formatNumber, formatShare, formatTwoDecimals } from '#libs/backoffice-ui/numbers.ts';
import { StatTiles } from '#libs/backoffice-ui/stat-tiles.tsx';
import { Time } from '#libs/backoffice-ui/time.tsx';
import { ENOUGH_ATTEMPTS, FEWEST_ATTEMPTS, reliabilityMeaning } from './statistics-words';

type Statistics = components['schemas']['QuizStatistics'];

/** The scores of all selected attempts in numbers, and what they mean. */
export function ScoreFigures({ statistics }: { statistics: Statistics }) {
  const { attempts, passed, timedOut, summary, reliability, since, sinceVersion } = statistics;
  const percent = (percentage: number) => formatShare(percentage, 100);
  return (
    <>
      <StatTiles
        tiles={[
          { name: 'Attempts', value: formatNumber(attempts), note: `${formatNumber(timedOut)} timed out` },
          { name: 'Pass rate', value: formatShare(passed, attempts), note: `${formatNumber(passed)} passed` },
          ...(summary === null
            ? []
            : [
                {
                  name: 'Mean score',
                  value: percent(summary.mean),
                  ...(summary.meanInterval !== null && {
                    note: `${percent(Math.max(0, summary.meanInterval.low))} to ${percent(Math.min(100, summary.meanInterval.high))}`,
                  }),
                },
                {
                  name: 'Median score',
                  value: percent(summary.median),
                  note: `standard deviation ${percent(summary.standardDeviation)}`,
                },
              ]),
          ...(reliability === null
            ? []
            : [
                {
                  name: 'Reliability',
                  value: formatTwoDecimals(reliability.alpha),
                  ...(reliability.interval !== null && {
                    note: `${formatTwoDecimals(reliability.interval.low)} to ${formatTwoDecimals(reliability.interval.high)}`,
                  }),
                },
              ]),
        ]}
      />
      {since !== null && (
        <Alert variant="outline" title="Not all attempts are counted">
          There are too many to compute statistics of all. These are of the attempts since <Time at={since} />; first
          and best attempts are those since then. Choose an earlier range of days to see the others.
        </Alert>
      )}
      {sinceVersion !== null && (
        <Alert variant="outline" title="Not all versions are counted">
          There are too many to compute statistics of all. These are of the attempts at version {sinceVersion} and later
          ones. Choose an earlier version to see the others.
        </Alert>
      )}
      <Text size="sm" c="dimmed">
        {attempts < FEWEST_ATTEMPTS && `Most figures are shown from ${FEWEST_ATTEMPTS} attempts on. `}
        {reliability !== null &&
          `Reliability (Cronbach's alpha) ${reliability.attempts < ENOUGH_ATTEMPTS ? 'looks' : 'is'} ${reliabilityMeaning(reliability.alpha)} It is that of version ${reliability.version} (${formatNumber(reliability.attempts)} attempts). `}
        {summary !== null &&
          (summary.meanInterval === null
            ? 'Choose first or best attempts to see in which range each figure would lie for many such players. '
            : 'For many such players, each figure would lie in the range below it (95% confidence). ')}
        {summary !== null &&
          attempts < ENOUGH_ATTEMPTS &&
          'With so few attempts, a few more can change these figures a lot.'}
      </Text>
    </>
  );
}
