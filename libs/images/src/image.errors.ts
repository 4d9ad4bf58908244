// The errors of this module, beside the errors of every endpoint.
import { serviceError } from '#libs/http';

export class TooManyImages extends serviceError(429, 'Too many images in an hour. Please try again later.') {
  override readonly headers = { 'retry-after': '600' };
}
