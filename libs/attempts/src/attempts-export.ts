import { Injectable } from '@nestjs/common';
import { ExportsUserData, type UserDataExport } from '#libs/user-data';
import { attemptsInBatches } from './attempt-file.js';
import { AttemptReader } from './attempt-reader.js';

/** Attempts in memory, each with up to 200 answers. */
const BATCH = 100;

/** The attempts of a user with their answers, newest first; also those at quizzes in the trash. */
@Injectable()
@ExportsUserData('attempts')
export class AttemptsExport implements UserDataExport {
  constructor(private readonly reader: AttemptReader) {}

  read(userId: string): AsyncGenerator<readonly object[]> {
    return attemptsInBatches((cursor, limit) => this.reader.readStored(userId, cursor, limit), BATCH);
  }
}
