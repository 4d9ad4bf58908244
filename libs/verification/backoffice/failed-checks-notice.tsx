import { Code, List } from '@mantine/core';
import type { components } from '#libs/backoffice-ui/api.gen.ts';
import { api, dataOf } from '#libs/backoffice-ui/client.ts';
import type { Notice } from '#libs/backoffice-ui/contribution.ts';
import { formatNumber } from '#libs/backoffice-ui/numbers.ts';
import { Time } from '#libs/backoffice-ui/time.tsx';

type Check = components['schemas']['ConsistencyCheckResult'];

async function find(): Promise<Check[] | undefined> {
  const { checks } = await dataOf(api.GET('/consistency-checks'));
  const failed = checks.filter(({ differences }) => differences > 0);
  return failed.length === 0 ? undefined : failed;
}

export default {
  find,
  show: (checks) => (
    <>
      {checks.length === 1 ? 'One consistency check' : `${formatNumber(checks.length)} consistency checks`} failed. Ask
      the operator of the service to run <Code>npm run verify -- --fix</Code>:
      <List withPadding listStyleType="disc">
        {checks.map(({ name, differences, checkedAt }) => (
          <List.Item key={name}>
            {name}: {differences === 1 ? 'one difference' : `${formatNumber(differences)} differences`}, checked{' '}
            <Time at={checkedAt} />
          </List.Item>
        ))}
      </List>
    </>
  ),
} satisfies Notice<Check[]>;
