/**
 * The stored form of a new user's email: lower case, in Unicode's normal form C, so that composed and decomposed letters
 * make no two users. Domains are not converted: `münchen.example` and its form `xn--mnchen-3ya.example` differ.
 */
export function normalEmail(email: string): string {
  return email.toLowerCase().normalize('NFC');
}

/** The forms in which an email may be stored, beginning with the one that was sent. Older users keep their form, even if two have the same email. */
export function storedForms(email: string): string[] {
  const lower = email.toLowerCase();
  return [...new Set([lower, lower.normalize('NFC'), lower.normalize('NFD')])];
}
