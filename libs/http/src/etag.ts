// Entity tags of requests (RFC 9110, 8.8.3).

/** The opaque tags of an `If-Match` or `If-None-Match` header, without the weakness marks that compressing proxies add. */
export function entityTags(header: string): string[] {
  return [...header.matchAll(/(?:W\/)?("[^"]*")/g)].map(([, tag = '']) => tag);
}

/** Whether `If-None-Match` names this tag, so that the client has the representation already. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.trim() === '*' || entityTags(header).includes(etag);
}
