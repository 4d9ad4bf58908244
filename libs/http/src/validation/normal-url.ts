// The one form in which the service keeps and returns addresses of images: equal addresses are equal texts, and each is a valid URI.

/** For the OpenAPI document: what is sent, before the rules of the URL Standard are asked. */
export const URL_PATTERN = String.raw`^[Hh][Tt][Tt][Pp][Ss]?://+[^\s/?#\\\x00\p{Cs}][^\s\\\x00\p{Cs}]*$`;

/** For the OpenAPI document: what is returned, without a limit of its length, because former versions measured what was sent. */
export const RETURNED_URL = {
  type: String,
  format: 'uri',
  nullable: true,
  description:
    'As the URL Standard writes it, percent-encoded; one that was stored by a former version may be longer than what can be sent',
} as const;

const FORM = new RegExp(URL_PATTERN, 'u');

/** Scheme, authority with the brackets of an IPv6 address, and the rest up to the fragment. */
const PARTS = /^(https?:\/\/(?:[^/?#[]*(?:\[[^\]]*\])?[^/?#[]*))([^#]*)(?:#(.*))?$/;

/** What the URL Standard leaves as it is and RFC 3986 forbids, beside percent signs that encode nothing. */
const FORBIDDEN = /["<>\\^`{|}[\]#]|%(?![\da-fA-F]{2})/g;

const encode = (text: string) => text.replace(FORBIDDEN, encodeURIComponent);

/**
 * An absolute http(s) URL as the URL Standard serialises it (https://url.spec.whatwg.org/#concept-url-serializer), with the rest of
 * what RFC 3986 forbids percent-encoded. The normal form of a normal form is itself.
 * @returns undefined for any other text
 */
export function normalUrl(text: string): string | undefined {
  if (!FORM.test(text) || !URL.canParse(text)) return undefined;
  const [, origin = '', rest = '', fragment] = PARTS.exec(new URL(text).href) ?? [];
  // Brackets are those of an IPv6 address.
  const host = origin.replace(/^[^[]*/, encode);
  return `${host}${encode(rest)}${fragment === undefined ? '' : `#${encode(fragment)}`}`;
}

/** An address as it was stored, in its normal form: former versions stored what was sent. Null, for no address, stays. */
export function storedUrl<Stored extends string | null>(stored: Stored): Stored | string {
  return stored === null ? stored : (normalUrl(stored) ?? stored);
}
