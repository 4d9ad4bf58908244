declare const shape: unique symbol;

/** A serialised body: the JSON text of a T, sent as it is. */
export type JsonOf<T> = string & { readonly [shape]: T };

export function toJson<T>(value: T): JsonOf<T> {
  return JSON.stringify(value) as JsonOf<T>;
}
