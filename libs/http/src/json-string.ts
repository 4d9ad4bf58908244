declare const shape: unique symbol;

/** A serialised body: the JSON text of a T, sent as it is. */
export type JsonString<T> = string & { readonly [shape]: T };

export function toJsonString<T>(value: T): JsonString<T> {
  return JSON.stringify(value) as JsonString<T>;
}
