import { closest, distance } from 'fastest-levenshtein';
import { variables } from './configuration.js';

const NAMES = Object.keys(variables);

/**
 * Finds variables that the service does not read, but whose names differ in case or by very few letters from one that it reads and
 * that is not set.
 * @returns each name with the probably intended one
 */
export function findMisspeltVariables(
  environment: Record<string, string | undefined>,
): [name: string, meant: string][] {
  return Object.keys(environment)
    .filter((name) => environment[name] && !NAMES.includes(name))
    .map((name): [string, string] => [name, closest(name.toUpperCase(), NAMES)])
    .filter(([name, meant]) => !environment[meant] && distance(name.toUpperCase(), meant) <= mostMistakes(meant));
}

/** Short names, such as `PORT`, are close to variables of other programs: only differences in case count. */
function mostMistakes({ length }: string): number {
  if (length < 8) return 0;
  return length < 15 ? 2 : 3;
}
