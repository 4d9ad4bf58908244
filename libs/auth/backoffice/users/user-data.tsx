import { Button } from '@mantine/core';
import { Download } from 'lucide-react';
import { useState } from 'react';
import type { User } from '#libs/backoffice-ui/users-data.ts';
import { EraseUser } from './erase-user';

/** Exports the data of a user, and erases the user. */
export function UserData({ user }: { user: User }) {
  const [isErasing, setErasing] = useState(false);
  return (
    <>
      <Button
        component="a"
        href={`/admin/api/users/${encodeURIComponent(user.id)}/export`}
        // If it fails, the page stays.
        download
        variant="default"
        leftSection={<Download size={16} aria-hidden />}
      >
        Export data
      </Button>
      <Button variant="outline" color="red" onClick={() => setErasing(true)}>
        Erase …
      </Button>
      {isErasing && <EraseUser user={user} onClose={() => setErasing(false)} />}
    </>
  );
}
