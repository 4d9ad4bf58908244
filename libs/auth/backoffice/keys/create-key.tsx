import { CreateKeyForm } from './create-key-form';
import { NewKey } from './new-key';

interface Props {
  /** The initial owner. */
  userId?: string | undefined;
  onClose: () => void;
}

export function CreateKey({ userId, onClose }: Props) {
  return (
    <NewKey
      title="Create an API key"
      form={(onCreated) => <CreateKeyForm userId={userId ?? null} onCreated={onCreated} onCancel={onClose} />}
      onClose={onClose}
    />
  );
}
