export type Level = 'ok' | 'warning' | 'problem';

/** One line of the doctor: what was looked at, what is there, and what to do about it. */
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
