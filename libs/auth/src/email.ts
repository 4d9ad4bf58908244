/**
 * The form in which the email of a new user is stored: lower case, and Unicode's normal form C, so that an email is one user however a
 * keyboard composes its letters. Domains are not converted: `münchen.example` and its form `xn--mnchen-3ya.example` are two.
 */
export function normalEmail(email: string): string {
  return email.toLowerCase().normalize('NFC');
}

/** The forms in which an email may be stored, as it was sent first: users that exist keep theirs, also where two are the same email. */
export function storedForms(email: string): string[] {
  const lower = email.toLowerCase();
  return [...new Set([lower, lower.normalize('NFC'), lower.normalize('NFD')])];
}
