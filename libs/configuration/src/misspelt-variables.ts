import { closest, distance } from 'fastest-levenshtein';
import { variables } from './configuration.js';

const NAMES = Object.keys(variables);

/**
 * Finds variables that the service does not read, but whose names differ from one that it does by very few letters.
 * @returns each name with the one that is probably meant
 */
export function findMisspeltVariables(
  environment: Record<string, string | undefined>,
): [name: string, meant: string][] {
  return Object.keys(environment)
    .filter((name) => environment[name] && !NAMES.includes(name))
    .map((name): [string, string] => [name, closest(name.toUpperCase(), NAMES)])
    .filter(([name, meant]) => distance(name.toUpperCase(), meant) <= mostMistakes(meant));
}

/** Many other programs' variables are close to a short name, such as `PORT`. */
function mostMistakes({ length }: string): number {
  if (length < 8) return 0;
  return length < 15 ? 2 : 3;
}
