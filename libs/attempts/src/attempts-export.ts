import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import { ExportsUserData, type UserDataExport } from '#libs/user-data';
import { inBatches } from './attempt-file.js';
import { AttemptReader } from './attempt-reader.js';

/** Attempts in memory, each with up to 200 answers. */
const BATCH = 100;

/** The attempts of a user with their answers, newest first. */
@Injectable()
@ExportsUserData('attempts')
export class AttemptsExport implements UserDataExport {
  constructor(
    private readonly reader: AttemptReader,
    private readonly database: Database,
  ) {}

  read(userId: string): AsyncGenerator<readonly object[]> {
    return inBatches((cursor, limit) => this.reader.readOfUser(userId, cursor, limit, this.database, 'answers'), BATCH);
  }
}
