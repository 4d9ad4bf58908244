import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditController } from './audit.controller.js';
import { AuditEntryEntity } from './audit-entry.entity.js';
import { AuditPersonEntity } from './audit-person.entity.js';
import { AuditExport } from './audit-export.js';
import { AuditReader } from './audit-reader.js';
import { AuditWriter } from './audit-writer.js';
import { AuditSubjectKinds, AuditSubjects } from './audit-subjects.js';
import { WriteEntriesWhenAllAudited } from './listeners/write-entries-when-all-audited.listener.js';
import { WriteEntryWhenAudited } from './listeners/write-entry-when-audited.listener.js';
import { CreateAuditEntries1770000300000 } from './migrations/1770000300000-create-audit-entries.js';
import { CreateAuditPersons1795773200000 } from './migrations/1795773200000-create-audit-persons.js';
import { MovePersonsOfAuditEntries1795773210000 } from './migrations/1795773210000-move-persons-of-audit-entries.js';
import { LetAuditEntriesExpire1795773220000 } from './migrations/1795773220000-let-audit-entries-expire.js';
import { IndexAffectedQuizzes1795790000000 } from './migrations/1795790000000-index-affected-quizzes.js';
import { ExpiredEntries } from './expired-entries.js';
import { BrowseAuditEntriesHandler } from './queries/browse-audit-entries.query.js';
import { ExportAuditEntriesHandler } from './queries/export-audit-entries.query.js';

/** The audit log: who did what to which subject, when and from where. */
@AuditSubjects('log')
@Module({
  imports: [DiscoveryModule, TypeOrmModule.forFeature([AuditEntryEntity, AuditPersonEntity])],
  controllers: [AuditController],
  providers: [
    AuditReader,
    AuditWriter,
    AuditExport,
    AuditSubjectKinds,
    ExpiredEntries,
    BrowseAuditEntriesHandler,
    ExportAuditEntriesHandler,
    WriteEntriesWhenAllAudited,
    WriteEntryWhenAudited,
    CreateAuditEntries1770000300000,
    CreateAuditPersons1795773200000,
    MovePersonsOfAuditEntries1795773210000,
    LetAuditEntriesExpire1795773220000,
    IndexAffectedQuizzes1795790000000,
  ],
})
export class AuditModule {}
