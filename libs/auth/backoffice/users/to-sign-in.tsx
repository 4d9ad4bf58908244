import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Loading } from '#libs/backoffice-ui/page-states.tsx';

/** For users who have ended their own session. The page is reloaded, so that nothing of the session stays in memory. */
export function ToSignIn() {
  const { history } = useRouter();
  useEffect(() => {
    // The warning about unsaved changes is gone by then. It would undo a "Back" of the user, which cancels this navigation.
    history.destroy();
    location.assign('/admin/sign-in');
  }, [history]);
  return <Loading />;
}
