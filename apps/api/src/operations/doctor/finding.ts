export type Level = 'ok' | 'warning' | 'problem';

/** A line of the report: what was checked, the result, and what to do about it. */
export interface Finding {
  level: Level;
  subject: string;
  text: string;
  advice?: string;
}

export const ok = (subject: string, text: string): Finding => ({ level: 'ok', subject, text });
export const warning = (subject: string, text: string, advice: string): Finding => ({
  level: 'warning',
  subject,
  text,
  advice,
});
export const problem = (subject: string, text: string, advice: string): Finding => ({
  level: 'problem',
  subject,
  text,
  advice,
});
