import type { BreakingChange } from './breaking-changes.js';

/**
 * The changes without a migration note: those whose operation (`PUT /quizzes/{id}`) is not named in a "### Migration"
 * section of the "## Unreleased" part of the changelog, a text in the format of Keep a Changelog.
 */
export function unannounced(changes: BreakingChange[], changelog: string): BreakingChange[] {
  const visible = changelog.replace(/<!--.*?-->/gs, '');
  const notes = sections(sections(visible, '##', /^\[?unreleased\]?/i), '###', /^migration\b/i);
  return changes.filter(({ where }) => !names(notes, where));
}

/** The texts under the headings of one level whose title matches. A heading of a higher level ends a section too. */
function sections(text: string, level: '##' | '###', title: RegExp): string {
  let isInside = false;
  const lines = text.split(/\r?\n/).filter((line) => {
    const [, marks, heading] = /^(#{1,6})\s+(.*)$/.exec(line) ?? [];
    if (marks === undefined || marks.length > level.length) return isInside;
    isInside = marks === level && title.test(heading ?? '');
    return false;
  });
  return lines.join('\n');
}

/** Whether a text names the operation itself, not one with a longer path. */
function names(text: string, operation: string): boolean {
  const literal = operation.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`${literal}(?![\\w/{}-])`).test(text);
}
