import { UserText } from '#libs/backoffice-ui/user-text.tsx';
import { markedParts } from './marked-text';

interface Props {
  children: string;
  /** The other version of the text: what it lacks is marked. Without it nothing is. */
  other?: string | undefined;
  block?: boolean;
}

/** A text, in which differences from another version of it are marked. */
export function ComparedText({ children, other, block = false }: Props) {
  return (
    <UserText block={block} parts={other === undefined ? undefined : markedParts(children, other)}>
      {children}
    </UserText>
  );
}
