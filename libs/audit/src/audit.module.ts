import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditController } from './audit.controller.js';
import { AuditEntryEntity } from './audit-entry.entity.js';
import { AuditReader } from './audit-reader.js';
import { WriteEntryWhenAudited } from './listeners/write-entry-when-audited.listener.js';
import { CreateAuditEntries1760000600000 } from './migrations/1760000600000-create-audit-entries.js';
import { BrowseAuditEntriesHandler } from './queries/browse-audit-entries.query.js';
import { ExportAuditEntriesHandler } from './queries/export-audit-entries.query.js';

/** Who did what to which key, user or quiz, when and from where. */
@Module({
  imports: [TypeOrmModule.forFeature([AuditEntryEntity])],
  controllers: [AuditController],
  providers: [
    AuditReader,
    BrowseAuditEntriesHandler,
    ExportAuditEntriesHandler,
    WriteEntryWhenAudited,
    CreateAuditEntries1760000600000,
  ],
})
export class AuditModule {}
