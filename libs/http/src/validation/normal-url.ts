// The form in which the service stores and returns addresses of images: equal addresses are equal texts, and each is a valid URI.

/** Sent addresses, in the OpenAPI document. The service has further rules. */
export const URL_PATTERN = '^[Hh][Tt][Tt][Pp][Ss]?://';

/** Returned addresses, in the OpenAPI document. */
export const RETURNED_URL = {
  type: String,
  format: 'uri',
  nullable: true,
  description: 'As the URL Standard writes it, percent-encoded',
} as const;

const FORM = /^[Hh][Tt][Tt][Pp][Ss]?:\/\/+[^\s/?#\\\0\p{Cs}][^\s\\\0\p{Cs}]*$/u;

/** Scheme, authority with the brackets of an IPv6 address, and the rest up to the fragment. */
const PARTS = /^(https?:\/\/(?:[^/?#[]*(?:\[[^\]]*\])?[^/?#[]*))([^#]*)(?:#(.*))?$/;

/** Characters that RFC 3986 forbids and the URL Standard does not encode, and percent signs that encode nothing. */
const FORBIDDEN = /["<>\\^`{|}[\]#]|%(?![\da-fA-F]{2})/g;

/** A quiz may have 400,000 characters of addresses: `encodeURIComponent` for each takes four times as long. */
const ENCODED = new Map([...'"<>\\^`{|}[]#%'].map((character) => [character, encodeURIComponent(character)]));

const encode = (text: string) => text.replace(FORBIDDEN, (character) => ENCODED.get(character) ?? character);

const HOST = /\/\/+(?:[^/?#\\]*@)?([^/?#\\]*)/;

/**
 * Whether the name system allows no host of that length. Only those that the URL Standard has to encode matter: it takes time that grows
 * with the square of the length of a label.
 */
function hasLongHost(text: string): boolean {
  const host = HOST.exec(text)?.[1] ?? '';
  return /[^!-~]|%/.test(host) && (host.length > 253 || /[^.。．｡]{64}/.test(host));
}

/**
 * An absolute http(s) URL as the URL Standard serialises it (https://url.spec.whatwg.org/#concept-url-serializer), with the other
 * characters that RFC 3986 forbids percent-encoded. The function is idempotent.
 * @returns undefined for any other text
 */
export function normalUrl(text: string): string | undefined {
  if (!FORM.test(text) || hasLongHost(text) || !URL.canParse(text)) return undefined;
  const [, origin = '', rest = '', fragment] = PARTS.exec(new URL(text).href) ?? [];
  // Brackets are those of an IPv6 address.
  const host = origin.replace(/^[^[]*/, encode);
  return `${host}${encode(rest)}${fragment === undefined ? '' : `#${encode(fragment)}`}`;
}
