// Bodies and queries of classes that have class-validator's own decorators, validated by it alone, as by Nest's ValidationPipe.
import { plainToInstance } from 'class-transformer';
import { validate } from 'class-validator';
import { ValidationFailed } from '../http.errors.js';
import { problemsOf } from './problems.js';
import type { RequestClass } from './shape.js';

/** Levels of objects and lists in a body, beyond which class-transformer would run out of stack. */
const MAX_DEPTH = 32;

interface Options {
  /** What is validated, for messages. */
  what: string;
  /** Whether unknown fields are ignored. */
  ignoresUnknown: boolean;
}

/** Makes an instance of a request class and validates it. @throws ValidationFailed */
export async function parseDecorated(type: RequestClass, sent: object, options: Options): Promise<object> {
  if (isDeeper(sent, MAX_DEPTH)) throw new ValidationFailed([`${options.what}: must not be nested that deep`]);
  const instance = toInstance(type, sent, options.what);
  const errors = await validate(instance, { whitelist: true, forbidNonWhitelisted: !options.ignoresUnknown });
  const problems = problemsOf(errors);
  if (problems.length > 0) throw new ValidationFailed(problems.map(({ path, message }) => `${path}: ${message}`));
  return instance;
}

/** class-transformer throws where it cannot make a number or a text of an object, and where a list of several classes has null. */
function toInstance(type: RequestClass, sent: object, what: string): object {
  try {
    return plainToInstance(type as new () => object, sent);
  } catch (error) {
    throw Object.assign(new ValidationFailed([`${what}: a field has a value of another kind`]), { cause: error });
  }
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((item) => isDeeper(item, levels - 1));
}
