import { Injectable } from '@nestjs/common';
import { ValidationFailed } from '#libs/http';
import { AddressNotAllowed, Addresses } from './delivery/addresses.js';

/** What the address of a webhook must meet besides its form. */
@Injectable()
export class WebhookRules {
  constructor(private readonly addresses: Addresses) {}

  /** @throws ValidationFailed */
  assert(url: string): void {
    const problem = this.problemOf(new URL(url));
    if (problem !== undefined) throw new ValidationFailed([`url: ${problem}`]);
  }

  private problemOf(url: URL): string | undefined {
    if (url.username !== '' || url.password !== '') return 'must not contain a user name or password';
    if (url.protocol !== 'https:' && !this.addresses.allowsHttp) return 'must begin with https://';
    try {
      this.addresses.check(url);
      return undefined;
    } catch (error) {
      if (error instanceof AddressNotAllowed) return error.message;
      throw error;
    }
  }
}
