declare const shape: unique symbol;

/** A body that is serialised already: text of JSON that holds a T. It is sent as it is. */
export type JsonOf<T> = string & { readonly [shape]: T };

export function toJson<T>(value: T): JsonOf<T> {
  return JSON.stringify(value) as JsonOf<T>;
}
