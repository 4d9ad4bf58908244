import { plainToInstance } from 'class-transformer';
import { ValidationFailed } from '../http.errors.js';
import type { RequestClass } from './request-class.js';

/**
 * Makes an instance by class-transformer.
 * @param what the part of the request, for messages
 * @throws ValidationFailed
 */
export function toInstance(type: RequestClass, sent: object, what: string): object {
  try {
    return plainToInstance(type as new () => object, sent);
  } catch (error) {
    // class-transformer fails to convert an object to a number or a text, and to choose one of several classes for null. A `@Transform`
    // may expect another value.
    throw Object.assign(new ValidationFailed([`${what}: a field has a value of another kind`]), { cause: error });
  }
}
