import { OidcError } from './oidc.errors.js';

/** A person who signed in at a provider. */
export interface Profile {
  /** The provider, and the person's id there: together they identify one person permanently. */
  issuer: string;
  subject: string;
  /** In lower case; undefined if the provider has not verified it. */
  email: string | undefined;
  displayName: string | undefined;
  groups: string[];
  /** When they proved to the provider who they are; undefined if it does not say. */
  authenticatedAt: Date | undefined;
}

type Claims = Readonly<Record<string, unknown>>;

/**
 * Reads the claims of a provider about a person. Values of the ID token win, because the provider has signed them; the userinfo
 * response adds to them.
 * @param userInfo of the same subject, which `fetchUserInfo` checks (https://openid.net/specs/openid-connect-core-1_0.html#UserInfoResponse)
 * @throws OidcError
 */
export function readProfile(idToken: Claims, userInfo: Claims, groupsClaim: string): Profile {
  const claims: Claims = { ...userInfo, ...idToken };
  const { iss: issuer, sub: subject, auth_time: seconds } = idToken;
  const { email } = claims;
  // Each source verifies only the email that it names itself.
  const isVerified = [idToken, userInfo].find(
    (source) => source.email === email && 'email_verified' in source,
  )?.email_verified;
  if (!isText(issuer, 2_048) || !isText(subject, 255)) {
    throw new OidcError('oidc-failed', 'The provider sent no usable issuer and subject');
  }
  return {
    issuer,
    subject,
    // Some providers send it as a string.
    email: (isVerified === true || isVerified === 'true') && isEmail(email) ? email.toLowerCase() : undefined,
    displayName: displayNameOf(claims.name),
    groups: [claims[groupsClaim]].flat().filter((group) => typeof group === 'string'),
    // The provider's clock may be ahead.
    authenticatedAt: typeof seconds === 'number' ? new Date(Math.min(seconds * 1_000, Date.now())) : undefined,
  };
}

/** Whether PostgreSQL can store a text, which has at most `maxLength` UTF-16 code units. */
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
