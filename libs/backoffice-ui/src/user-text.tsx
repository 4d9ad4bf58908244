import classes from './user-text.module.css';

interface Props {
  children: string;
  /** As a paragraph, aligned by the direction of its script. */
  block?: boolean;
}

/** A user's text, such as a question: with its line breaks, in the direction of its script. For a name `<bdi>` is enough. */
export function UserText({ children, block = false }: Props) {
  return (
    <bdi className={classes.text} data-block={block || undefined}>
      {children}
    </bdi>
  );
}
