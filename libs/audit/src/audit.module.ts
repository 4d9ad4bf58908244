import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditController } from './audit.controller.js';
import { AuditEntryEntity } from './audit-entry.entity.js';
import { AuditReader } from './audit-reader.js';
import { AuditSubjectKinds } from './audit-subjects.js';
import { WriteEntryWhenAudited } from './listeners/write-entry-when-audited.listener.js';
import { CreateAuditEntries1770000300000 } from './migrations/1770000300000-create-audit-entries.js';
import { BrowseAuditEntriesHandler } from './queries/browse-audit-entries.query.js';
import { ExportAuditEntriesHandler } from './queries/export-audit-entries.query.js';

/** The audit log: who did what to which subject, when and from where. */
@Module({
  imports: [DiscoveryModule, TypeOrmModule.forFeature([AuditEntryEntity])],
  controllers: [AuditController],
  providers: [
    AuditReader,
    AuditSubjectKinds,
    BrowseAuditEntriesHandler,
    ExportAuditEntriesHandler,
    WriteEntryWhenAudited,
    CreateAuditEntries1770000300000,
  ],
})
export class AuditModule {}
