// Drafts of forms in the browser's storage. They survive a crash. Nothing is stored if the storage is full or disabled.
import { currentSession } from './session-fetch';

const PREFIX = 'draft ';

const prefixOf = (userId: string) => `${PREFIX}${userId} `;

/** Drafts belong to the current user. */
const keyOf = (form: string) => `${prefixOf(currentSession()?.user.id ?? '')}${form}`;

/** The stored draft of a form; undefined if there is none. */
export function readDraft(form: string): unknown {
  return attempt(() => {
    const text = localStorage.getItem(keyOf(form));
    return text === null ? undefined : (JSON.parse(text) as unknown);
  });
}

export function storeDraft(form: string, draft: object): void {
  attempt(() => localStorage.setItem(keyOf(form), JSON.stringify(draft)));
}

export function removeDraft(form: string): void {
  attempt(() => localStorage.removeItem(keyOf(form)));
}

/** Removes all drafts, except those of one user. */
export function removeDrafts(exceptOf?: string): void {
  const prefix = exceptOf === undefined ? undefined : prefixOf(exceptOf);
  attempt(() => {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(PREFIX) && (prefix === undefined || !key.startsWith(prefix))) localStorage.removeItem(key);
    }
  });
}

function attempt<Result>(action: () => Result): Result | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
