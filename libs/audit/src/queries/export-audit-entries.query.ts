import type { StreamableFile } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { csvFile, type Cursor } from '#libs/http';
import type { AuditFilter } from '../audit.dto.js';
import { AuditReader, type AuditRow } from '../audit-reader.js';

/** A CSV file of the audit log, newest first, read while it is sent. Entries written in the meantime are not in it. */
export class ExportAuditEntries extends Query<StreamableFile> {
  constructor(readonly filter: AuditFilter) {
    super();
  }
}

/** Number of entries in memory. */
const BATCH = 1_000;

const COLUMNS = {
  at: 'Time (UTC)',
  actorName: 'Actor',
  actorId: 'Actor id',
  keyId: 'Key id',
  address: 'Address',
  action: 'Action',
  subjectKind: 'Subject',
  subjectName: 'Subject name',
  subjectId: 'Subject id',
  details: 'Details',
  id: 'Entry id',
  keyName: 'Key',
};

@QueryHandler(ExportAuditEntries)
export class ExportAuditEntriesHandler implements IQueryHandler<ExportAuditEntries> {
  constructor(private readonly reader: AuditReader) {}

  async execute({ filter }: ExportAuditEntries): Promise<StreamableFile> {
    // Read before the response begins, so that a failure is answered by an error.
    const first = await this.reader.read(filter, undefined, BATCH);
    return csvFile('audit-log.csv', COLUMNS, this.batches(filter, first));
  }

  private async *batches(filter: AuditFilter, first: AuditRow[]): AsyncGenerator<AuditRow[]> {
    let batch = first;
    for (;;) {
      yield batch;
      const last: Cursor | undefined = batch.at(-1);
      if (last === undefined || batch.length < BATCH) return;
      batch = await this.reader.read(filter, last, BATCH);
    }
  }
}
