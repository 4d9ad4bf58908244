import type { StreamableFile } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type Column, csvFile } from '#libs/file-transfer';
import { type Cursor } from '#libs/http';
import type { AuditFilter } from '../audit.dto.js';
import { AuditReader, type AuditRow } from '../audit-reader.js';

/** A CSV file of the audit log, newest first, read while it is sent. Entries written in the meantime are not in it. */
export class ExportAuditEntries extends Query<StreamableFile> {
  constructor(readonly filter: AuditFilter) {
    super();
  }
}

/** Number of entries in memory, of which each may have some 20 kB. */
const BATCH = 200;

const COLUMNS: Column<AuditRow>[] = [
  ['Time (UTC)', 'at'],
  ['Actor', 'actorName'],
  ['Actor id', 'actorId'],
  ['Key id', 'keyId'],
  ['Address', 'address'],
  ['Action', 'action'],
  ['Subject', 'subjectKind'],
  ['Subject name', 'subjectName'],
  ['Subject id', 'subjectId'],
  ['Details', 'details'],
  ['Entry id', 'id'],
  ['Key', 'keyName'],
];

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
