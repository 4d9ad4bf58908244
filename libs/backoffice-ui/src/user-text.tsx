import type { ReactNode } from 'react';
import { looksLikeCode } from './code';
import { Formula } from './formula';
import { type TextPart, textParts } from './text-parts';
import classes from './user-text.module.css';

interface Props {
  children: string;
  /** As a paragraph, aligned by the direction of its script. */
  block?: boolean;
  /** Never shown as code as a whole, such as a description. */
  prose?: boolean;
  /** The same text with parts that are marked. */
  shown?: ReactNode;
}

/**
 * A user's text, such as a question: with its line breaks, its formulas and its code, in the direction of its script, and in a monospace
 * font if it looks like code as a whole. For a name `<bdi>` is enough.
 */
export function UserText({ children, block = false, prose = false, shown }: Props) {
  const parts = textParts(children);
  const isPlain = parts.every(({ kind }) => kind === 'plain');
  return (
    <bdi
      className={classes.text}
      data-block={block || undefined}
      data-code={(!prose && isPlain && looksLikeCode(children)) || undefined}
    >
      {shown ?? parts.map((part, index) => <Part key={index} {...part} />)}
    </bdi>
  );
}

function Part(part: TextPart) {
  if (part.kind === 'formula') return <Formula {...part} />;
  if (part.kind === 'plain') return part.text;
  return (
    <code className={classes.code} data-block={part.block || undefined}>
      {part.text}
    </code>
  );
}
