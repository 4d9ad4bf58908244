/** Characters that XML 1.0 cannot contain, and carriage returns, which files turn into line feeds. */
// oxlint-disable-next-line no-control-regex
export const NOT_IN_FILES = /[\r\u0001-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

const ENTITIES: Record<string, string> = { '<': '&lt;', '>': '&gt;', '&': '&amp;' };

/** For texts, and for attributes without quotation marks. */
export const escapeHtml = (text: string): string => text.replace(/[<>&]/g, (character) => ENTITIES[character] ?? '');

/**
 * HTML that shows the whole text, for texts that a format otherwise changes: Moodle trims all texts, but shows and keeps the
 * white space and the references to characters in this element.
 */
export function toPreformatted(text: string): string {
  const escaped = escapeHtml(text).replace(NOT_IN_FILES, (character) => `&#${character.charCodeAt(0)};`);
  return `<span style="white-space: pre-wrap">${escaped}</span>`;
}
