import { Fragment } from 'react';
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
  /** The parts of the text, with what is marked in them. */
  parts?: TextPart[];
}

/**
 * A user's text, such as a question: with its line breaks, its formulas and its code, in the direction of its script, and in a monospace
 * font if it looks like code as a whole. For a name `<bdi>` is enough.
 */
export function UserText({ children, block = false, prose = false, parts = textParts(children) }: Props) {
  const isPlain = parts.every(({ kind }) => kind === 'plain');
  return (
    <bdi
      className={classes.text}
      data-block={block || undefined}
      data-code={(!prose && isPlain && looksLikeCode(children)) || undefined}
    >
      {parts.map((part, index) => (
        <Part key={index} {...part} />
      ))}
    </bdi>
  );
}

function Part(part: TextPart) {
  const { kind, text, block, pieces = [{ text, isMarked: false }] } = part;
  const shown = pieces.map((piece, index) => {
    const Mark = piece.isMarked ? 'mark' : Fragment;
    return <Mark key={index}>{kind === 'formula' ? <Formula {...part} /> : piece.text}</Mark>;
  });
  if (kind !== 'code') return shown;
  return (
    <code className={classes.code} data-block={block || undefined}>
      {shown}
    </code>
  );
}
