import { Text } from '@mantine/core';
import { Fragment } from 'react';

/** The tags of a row of a list. */
export function TagList({ tags }: { tags: string[] }) {
  return (
    <Text size="xs" c="dimmed" lineClamp={2} title={tags.join(' · ')}>
      {tags.map((tag, index) => (
        <Fragment key={tag}>
          {index > 0 && ' · '}
          <bdi>{tag}</bdi>
        </Fragment>
      ))}
    </Text>
  );
}
