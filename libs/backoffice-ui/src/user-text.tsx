import { looksLikeCode } from './code';
import classes from './user-text.module.css';

interface Props {
  children: string;
  /** As a paragraph, aligned by the direction of its script. */
  block?: boolean;
  /** Never shown as code, such as a description. */
  prose?: boolean;
}

/**
 * A user's text, such as a question: with its line breaks, in the direction of its script, and in a monospace font if it
 * looks like code. For a name `<bdi>` is enough.
 */
export function UserText({ children, block = false, prose = false }: Props) {
  return (
    <bdi
      className={classes.text}
      data-block={block || undefined}
      data-code={(!prose && looksLikeCode(children)) || undefined}
    >
      {children}
    </bdi>
  );
}
