import { Controller, Query, type StreamableFile } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { BackofficeEndpoint, CursorQuery, ApiTag } from '#libs/http';
import { AuditFilter, AuditPart } from './audit.dto.js';
import { BrowseAuditEntries } from './queries/browse-audit-entries.query.js';
import { ExportAuditEntries } from './queries/export-audit-entries.query.js';

@ApiTag('Audit log', 'Who did what, when and from where', 'last')
@Controller()
export class AuditController {
  constructor(private readonly queries: QueryBus) {}

  @BackofficeEndpoint('GET /audit', {
    summary: 'Look through the audit log',
    description:
      'Newest first, those of equal times by their ids, descending; from any place in the log at the same cost.',
    returns: AuditPart,
  })
  browseAuditLog(@Query() filter: AuditFilter, @Query() cursor: CursorQuery): Promise<AuditPart> {
    return this.queries.execute(new BrowseAuditEntries(filter, cursor));
  }

  @BackofficeEndpoint('GET /audit/export', {
    summary: 'Export the audit log as CSV',
    description: 'Newest first; those of equal times by their ids, descending. The file is written while it is sent.',
    file: ['text/csv'],
  })
  exportAuditLog(@Query() filter: AuditFilter): Promise<StreamableFile> {
    return this.queries.execute(new ExportAuditEntries(filter));
  }
}
