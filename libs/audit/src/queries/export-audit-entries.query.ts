import type { StreamableFile } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type Column, csvFile } from '#libs/file-transfer';
import type { AuditFilter } from '../audit.dto.js';
import { AuditReader, type AuditRow } from '../audit-reader.js';

/** A CSV file of the audit log, newest first, read while it is sent. Entries written in the meantime are not in it. */
export class ExportAuditEntries extends Query<StreamableFile> {
  constructor(readonly filter: AuditFilter) {
    super();
  }
}

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
    const batches = this.reader.readAll(filter);
    // Read before the response begins, so that a failure is answered by an error.
    const first = await batches.next();
    return csvFile('audit-log.csv', COLUMNS, joined(first.value ?? [], batches));
  }
}

async function* joined(first: AuditRow[], others: AsyncGenerator<AuditRow[]>): AsyncGenerator<AuditRow[]> {
  yield first;
  yield* others;
}
