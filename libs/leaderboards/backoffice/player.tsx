import { Avatar, Group } from '@mantine/core';
import { UserLink } from '#libs/backoffice-ui/links.tsx';
import { RemoteImage } from '#libs/backoffice-ui/remote-image.tsx';
import classes from './player.module.css';

interface Props {
  player: { userId: string; displayName: string; image: string | null };
}

/** A user's name and initials. Their image is on another host and loads on request. */
export function Player({ player: { userId, displayName, image } }: Props) {
  return (
    <Group gap="xs" wrap="nowrap">
      <Avatar name={displayName} color="gray" variant="outline" size="sm" aria-hidden />
      <div className={classes.player}>
        <UserLink id={userId} name={displayName} />
        {image !== null && <RemoteImage url={image} alt={`Image of ${displayName}`} />}
      </div>
    </Group>
  );
}
