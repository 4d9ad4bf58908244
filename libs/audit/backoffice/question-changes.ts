// The changes of a quiz's questions in an entry of the audit log.

export interface AuditedQuestion {
  position: number;
  text: string;
  imageUrl: string | null;
  answers: { text: string; isCorrect: boolean }[];
}

export interface QuestionChanges {
  added: AuditedQuestion[];
  changed: { from: AuditedQuestion; to: AuditedQuestion }[];
  removed: AuditedQuestion[];
  reordered: boolean;
  omitted: number;
}

/** Undefined for entries in another form, which a later version may write. */
export function questionChangesOf({ questions }: Record<string, unknown>): QuestionChanges | undefined {
  if (typeof questions !== 'object' || questions === null) return undefined;
  const lists = ['added', 'changed', 'removed'].map((name) => (questions as Record<string, unknown>)[name]);
  return lists.every(Array.isArray) ? (questions as QuestionChanges) : undefined;
}

/** `2 questions added, 1 changed, other order`. */
export function summaryOf({ added, changed, removed, reordered, omitted }: QuestionChanges): string {
  const counts = [
    [added.length, 'added'],
    [changed.length, 'changed'],
    [removed.length, 'removed'],
    [omitted, 'more not shown'],
  ] as const;
  const parts = counts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  if (reordered) parts.push('other order');
  return `questions: ${parts.join(', ')}`;
}
