import { Injectable } from '@nestjs/common';
import { ListensTo, type Transaction, type TransactionListener } from '#libs/database';
import { AuditWriter } from '../audit-writer.js';
import { Audited } from '../audited.event.js';

/** Writes the entry in the transaction of the action: both are committed or none. */
@Injectable()
@ListensTo(Audited)
export class WriteEntryWhenAudited implements TransactionListener<Audited> {
  constructor(private readonly writer: AuditWriter) {}

  handle(event: Audited, transaction: Transaction): Promise<void> {
    return this.writer.write([event], transaction);
  }
}
