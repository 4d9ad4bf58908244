import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useRef, useState } from 'react';
import type { TextPart } from './text-parts';
import classes from './user-text.module.css';

/**
 * A formula in LaTeX, as MathML, which needs neither styles nor fonts. As the user wrote it until the code is loaded, and if it has errors.
 * A long one scrolls, also by keyboard, and is cut off in links and buttons.
 */
export function Formula({ text, source, block }: TextPart) {
  const element = useRef<HTMLSpanElement>(null);
  const [isScrolling, setScrolling] = useState(false);
  const { data } = useQuery({
    queryKey: ['code', 'formulas'],
    queryFn: () => import('katex'),
    staleTime: Infinity,
    structuralSharing: false,
  });
  const katex = data?.default;
  useLayoutEffect(() => {
    const span = element.current;
    if (span === null) return;
    span.textContent = source;
    if (katex === undefined) return;
    try {
      katex.render(text, span, { output: 'mathml', displayMode: block });
      // Names of fields that consist of a formula.
      span.querySelector('math')?.setAttribute('aria-label', text);
    } catch (error) {
      if (!(error instanceof katex.ParseError)) throw error;
      span.textContent = source;
    }
    const observer = new ResizeObserver(() =>
      setScrolling(span.scrollWidth > span.clientWidth && span.closest('a, button') === null),
    );
    observer.observe(span);
    return () => observer.disconnect();
  }, [katex, text, source, block]);
  return (
    <span
      ref={element}
      className={classes.formula}
      data-block={block || undefined}
      tabIndex={isScrolling ? 0 : undefined}
    />
  );
}
