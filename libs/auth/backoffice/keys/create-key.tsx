import { CreateKeyForm } from './create-key-form';
import { CreatedKeyDialog } from './created-key-dialog';
import type { CreatedApiKey } from './keys-data';
import { NewKey } from './new-key';

interface Props {
  /** The initial owner. */
  userId?: string | undefined;
  onClose: () => void;
}

export function CreateKey({ userId, onClose }: Props) {
  return (
    <NewKey<CreatedApiKey>
      title="Create an API key"
      form={(onCreated) => <CreateKeyForm userId={userId ?? null} onCreated={onCreated} onCancel={onClose} />}
      shown={(created) => <CreatedKeyDialog created={created} onClose={onClose} />}
      onClose={onClose}
    />
  );
}
