import classes from './user-text.module.css';

interface Props {
  children: string;
  /** As a paragraph of its own, which is aligned as its script is. */
  block?: boolean;
}

/** A text that somebody wrote, such as a question: with its line breaks, in the direction of its script. A name needs `<bdi>` alone. */
export function UserText({ children, block = false }: Props) {
  return (
    <bdi className={classes.text} data-block={block || undefined}>
      {children}
    </bdi>
  );
}
