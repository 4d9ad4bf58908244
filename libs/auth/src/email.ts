/**
 * The form in which the email of a new user is stored: lower case, in Unicode's normal form C, so that the way in which a keyboard
 * composes letters makes no second user. Domains are not converted: `münchen.example` and its form `xn--mnchen-3ya.example` are two.
 */
export function normalEmail(email: string): string {
  return email.toLowerCase().normalize('NFC');
}

/** The forms in which an email may be stored, the one that was sent first: older users keep their form, even if two have the same email. */
export function storedForms(email: string): string[] {
  const lower = email.toLowerCase();
  return [...new Set([lower, lower.normalize('NFC'), lower.normalize('NFD')])];
}
