/**
 * The stored form of an email: lower case, in Unicode's normal form C, so that composed and decomposed letters
 * make no two users. Domains are not converted: `münchen.example` and its form `xn--mnchen-3ya.example` differ.
 */
export function normalEmail(email: string): string {
  return email.toLowerCase().normalize('NFC');
}
