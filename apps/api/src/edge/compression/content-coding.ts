/** The content codings of responses, in the order in which the service prefers them. */
const CODINGS = ['br', 'gzip'] as const;

export type ContentCoding = (typeof CODINGS)[number];

/** A member of `Accept-Encoding` with its weight (RFC 9110, 12.5.3 and 12.4.2). */
const MEMBER = /^[ \t]*([\w*-]+)[ \t]*(?:;[ \t]*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)[ \t]*)?$/;

/**
 * Chooses the content coding of a response.
 * @param accepted the header `Accept-Encoding`; its malformed members are ignored
 * @returns undefined if the header is missing or accepts none of these. RFC 9110 allows the service to disregard `identity;q=0`
 */
export function contentCodingFor(accepted: string | undefined): ContentCoding | undefined {
  if (accepted === undefined) return undefined;
  const weights = new Map<string, number>();
  for (const member of accepted.toLowerCase().split(',')) {
    const [, coding, weight = '1'] = MEMBER.exec(member) ?? [];
    if (coding !== undefined) weights.set(coding, Number(weight));
  }
  const least = weights.get('identity') ?? 0;
  const weightOf = (coding: string) => weights.get(coding) ?? weights.get('*') ?? 0;
  return CODINGS.filter((coding) => weightOf(coding) > 0 && weightOf(coding) >= least).sort(
    (one, other) => weightOf(other) - weightOf(one),
  )[0];
}
