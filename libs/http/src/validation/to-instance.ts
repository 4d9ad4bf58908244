import { plainToInstance } from 'class-transformer';
import { ValidationFailed } from '../http.errors.js';
import type { RequestClass } from './request-class.js';

/**
 * Makes an instance by class-transformer.
 * @param what it is made of, for messages
 * @throws ValidationFailed
 */
export function toInstance(type: RequestClass, sent: object, what: string): object {
  try {
    return plainToInstance(type as new () => object, sent);
  } catch (error) {
    // It cannot make a number or a text of an object, nor choose a class for null in a list of several, and a `@Transform` may expect
    // another value.
    throw Object.assign(new ValidationFailed([`${what}: a field has a value of another kind`]), { cause: error });
  }
}
