import { UserText } from '#libs/backoffice-ui/user-text.tsx';
import { partsOf } from './marked-text';

interface Props {
  children: string;
  /** The other version of the text: what it lacks is marked. Without it nothing is. */
  other?: string | undefined;
  block?: boolean;
}

/** A text, in which differences from another version of it are marked. */
export function ComparedText({ children, other, block = false }: Props) {
  if (other === undefined) return <UserText block={block}>{children}</UserText>;
  const marked = partsOf(children, other).map(({ text, isNew }, index) =>
    isNew ? <mark key={index}>{text}</mark> : text,
  );
  return (
    <UserText block={block} shown={marked}>
      {children}
    </UserText>
  );
}
