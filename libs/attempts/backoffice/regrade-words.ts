import type { components } from '#libs/backoffice-ui/api.gen.ts';

export type RegradeKind = components['schemas']['Regrade']['kind'];

/** Who gets the point of a regraded question. */
export const REGRADE_WORDS: Record<RegradeKind, string> = {
  answers: 'These answers get the point',
  everyone: 'Everybody gets the point',
  omitted: 'The question is left out',
};
