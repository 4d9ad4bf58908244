// Entity tags of quizzes: `"<revision>-<hash of the author as shown, and of the form>"`.
import { hash } from 'node:crypto';
import { entityTags } from '#libs/http';
import type { Profile } from '#libs/profiles';

/** Version of the representation: a new one changes all tags, and no revision. */
const REPRESENTATION = 2;

/** Which answers of a quiz a representation says are correct: all of them, or none. */
export type ShownAnswers = 'shown' | 'hidden';

/** The tag of a quiz's representation: it changes with every update, and with the author's name and image. Each form has its own. */
export function etagOf(revision: number, author: Profile, answers: ShownAnswers = 'shown'): string {
  const parts = [REPRESENTATION, author.displayName, author.image, ...(answers === 'shown' ? [] : [answers])];
  const shown = hash('sha256', JSON.stringify(parts), 'base64url');
  return `"${revision}-${shown.slice(0, 22)}"`;
}

/** Whether `If-Match` permits an update of a quiz at this revision. It compares revisions only, not the author. */
export function matchesRevision(header: string | undefined, revision: number): boolean {
  if (header === undefined || header.trim() === '*') return true;
  return entityTags(header).some((tag) => tag.startsWith(`"${revision}-`));
}
