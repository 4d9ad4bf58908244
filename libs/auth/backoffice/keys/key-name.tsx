import type { ApiKey } from './keys-data';

/** Names a key in a text. Keys may have the same name: after a rotation, two have. */
export function KeyName({ apiKey: { name, shown } }: { apiKey: Pick<ApiKey, 'name' | 'shown'> }) {
  return (
    <>
      <b>
        <bdi>{name}</bdi>
      </b>{' '}
      ({shown}…)
    </>
  );
}
