// Whether a new password is hard enough to guess, by zxcvbn: https://www.usenix.org/conference/usenixsecurity16/technical-sessions/presentation/wheeler
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

/** The owner of a password, whose email and name an attacker tries first. */
export interface PasswordOwner {
  email: string | null;
  displayName: string;
}

/** "Safely unguessable", of 0 to 4: more than 10^8 guesses. */
const MIN_SCORE = 3;

/**
 * An estimate blocks the event loop, longer with each character and each substitution (`@` for `a`): about 25 ms within these
 * bounds, a second with the library's own. A password whose beginning is hard to guess is hard to guess.
 */
const MAX_CHARACTERS = 64;
const MAX_SUBSTITUTIONS = 4;

/** The dictionaries take about 50 MiB. The first new password loads them. */
let estimator: Promise<ZxcvbnFactory> | undefined;

/** @returns why a password is too easy to guess, and how to improve it; undefined if it is strong enough */
export async function weaknessOf(password: string, owner: PasswordOwner): Promise<string | undefined> {
  estimator ??= load().catch((error: unknown) => {
    estimator = undefined;
    throw error;
  });
  const { score, feedback } = (await estimator).check(password, wordsOf(owner));
  if (score >= MIN_SCORE) return undefined;
  const advice = [feedback.warning, ...feedback.suggestions].filter((text) => text !== null);
  return ['must be harder to guess.', ...advice].join(' ');
}

async function load(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ]);
  return new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
    translations: english.translations,
    maxLength: MAX_CHARACTERS,
    l33tMaxSubstitutions: MAX_SUBSTITUTIONS,
  });
}

/** The email and the name, whole and in parts. */
function wordsOf({ email, displayName }: PasswordOwner): string[] {
  const both = `${email ?? ''} ${displayName}`;
  const words = [email ?? '', displayName, ...both.split(/[\s@.]+/), ...both.split(/[^\p{L}\p{N}]+/u)];
  return words.filter((word) => word !== '');
}
