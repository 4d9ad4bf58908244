import { OidcRefusal } from './oidc.errors.js';

/** Who signed in at a provider. */
export interface Profile {
  /** The provider, and the person's id there: together they never mean another person. */
  issuer: string;
  subject: string;
  /** In lower case; undefined where the provider has not verified it. */
  email: string | undefined;
  displayName: string | undefined;
  groups: string[];
}

type Claims = Readonly<Record<string, unknown>>;

/**
 * Reads what a provider tells of a person, in their ID token and at its endpoint for more.
 * @throws OidcRefusal
 */
export function readProfile(idToken: Claims, userInfo: Claims, groupsClaim: string): Profile {
  // An email is verified by who says so of this very email.
  const { email, email_verified: isVerified } = 'email' in userInfo ? userInfo : idToken;
  const claims: Claims = { ...idToken, ...userInfo };
  const { iss: issuer, sub: subject } = idToken;
  if (!isText(issuer, 2_048) || !isText(subject, 255)) {
    throw new OidcRefusal('oidc-failed', 'The provider gave no usable issuer and subject');
  }
  return {
    issuer,
    subject,
    // Some providers write it as a text.
    email: (isVerified === true || isVerified === 'true') && isEmail(email) ? email.toLowerCase() : undefined,
    displayName: displayNameOf(claims.name),
    groups: [claims[groupsClaim]].flat().filter((group) => typeof group === 'string'),
  };
}

/** What PostgreSQL can keep, and as long as it may be. */
function isText(value: unknown, maxLength: number): value is string {
  return (
    typeof value === 'string' &&
    value !== '' &&
    value.length <= maxLength &&
    value.isWellFormed() &&
    !value.includes('\0')
  );
}

function isEmail(value: unknown): value is string {
  return isText(value, 254) && /^[^\s@]+@[^\s@]+$/.test(value);
}

function displayNameOf(name: unknown): string | undefined {
  if (typeof name !== 'string') return undefined;
  const text = [...name.toWellFormed().replaceAll('\0', '').trim()].slice(0, 100).join('').trim();
  return text === '' ? undefined : text;
}
