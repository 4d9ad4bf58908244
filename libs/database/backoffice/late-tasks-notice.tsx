import { List } from '@mantine/core';
import type { components } from '#libs/backoffice-ui/api.gen.ts';
import { api, dataOf } from '#libs/backoffice-ui/client.ts';
import type { Notice } from '#libs/backoffice-ui/contribution.ts';
import { formatNumber } from '#libs/backoffice-ui/numbers.ts';
import { Time } from '#libs/backoffice-ui/time.tsx';

type Task = components['schemas']['BackgroundTask'];

async function find(): Promise<Task[] | undefined> {
  const { tasks } = await dataOf(api.GET('/background-tasks'));
  const late = tasks.filter(({ isLate }) => isLate);
  return late.length === 0 ? undefined : late;
}

export default {
  find,
  show: (tasks) => (
    <>
      {tasks.length === 1 ? 'One background task is' : `${formatNumber(tasks.length)} background tasks are`} late. Ask
      the operator of the service to search its log for the name:
      <List withPadding listStyleType="disc">
        {tasks.map((task) => (
          <List.Item key={task.name}>
            {task.name}: <Times {...task} />
          </List.Item>
        ))}
      </List>
    </>
  ),
} satisfies Notice<Task[]>;

function Times({ observedSince, lastSucceededAt, lastFailedAt }: Task) {
  return (
    <>
      {lastSucceededAt === null ? 'no success since ' : 'last success '}
      <Time at={lastSucceededAt ?? observedSince} />
      {lastFailedAt !== null && (
        <>
          , last failure <Time at={lastFailedAt} />
        </>
      )}
    </>
  );
}
