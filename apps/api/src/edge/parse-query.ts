import { parse, type ParsedUrlQuery } from 'node:querystring';

/** Half of a surrogate pair. No field of a query takes it as a value, and each names what it takes. */
const UNREADABLE = '\ud800';

/** Parses a query. Values that are not UTF-8, percent-encoded, must not be searched as they are written: fields reject them with 400. */
export function parseQuery(query: string): ParsedUrlQuery {
  return parse(query, '&', '=', { maxKeys: 0, decodeURIComponent: decode });
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return UNREADABLE;
  }
}
