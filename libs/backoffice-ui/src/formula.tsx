import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useRef } from 'react';
import type { TextPart } from './text-parts';

/**
 * A formula in LaTeX, as MathML, which needs neither styles nor fonts. As the user wrote it until the code is loaded, and if it has errors.
 */
export function Formula({ text, source, block }: TextPart) {
  const element = useRef<HTMLSpanElement>(null);
  const { data } = useQuery({
    queryKey: ['code', 'formulas'],
    queryFn: () => import('katex'),
    staleTime: Infinity,
    structuralSharing: false,
  });
  const katex = data?.default;
  useLayoutEffect(() => {
    if (element.current === null) return;
    element.current.textContent = source;
    if (katex === undefined) return;
    try {
      katex.render(text, element.current, { output: 'mathml', displayMode: block });
      // Names of fields that consist of a formula.
      element.current.querySelector('math')?.setAttribute('aria-label', text);
    } catch (error) {
      if (!(error instanceof katex.ParseError)) throw error;
      element.current.textContent = source;
    }
  }, [katex, text, source, block]);
  return <span ref={element} />;
}
