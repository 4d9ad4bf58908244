import { setImmediate } from 'node:timers/promises';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { InjectRepository } from '@nestjs/typeorm';
import { In, type Repository } from 'typeorm';
import { FileParser } from '#libs/file-transfer';
import { UserEntity } from '../user.entity.js';
import { checkUser } from '../user-file/check-user.js';
import type { ReadUser, UserReading } from '../user-file/user-file.dto.js';
import * as userParser from '../user-file/user-parser.js';

/** Reads a table of users. Rows with the email of an existing user, or of a row before, have that as their problem. */
export class ReadUserFile extends Query<UserReading> {
  constructor(readonly file: userParser.UserFile) {
    super();
  }
}

@QueryHandler(ReadUserFile)
export class ReadUserFileHandler implements IQueryHandler<ReadUserFile> {
  constructor(
    private readonly files: FileParser,
    @InjectRepository(UserEntity) private readonly users: Repository<UserEntity>,
  ) {}

  async execute({ file }: ReadUserFile): Promise<UserReading> {
    const { columns, rows: parsed, table } = await this.files.parse(userParser, file);
    const rows: ReadUser[] = [];
    for (const row of parsed) {
      rows.push(checkUser(row));
      // Lets the event loop serve other requests.
      await setImmediate();
    }
    const taken = await this.findTaken(rows.flatMap(({ user }) => user?.email ?? []));
    const lines = new Map<string, number>();
    const checked = rows.map((row) => {
      if (row.user === null) return row;
      const { email } = row.user;
      if (taken.has(email)) return without(row, 'email: Email is already in use');
      const line = lines.get(email);
      if (line !== undefined) return without(row, `email: Line ${line} has the same`);
      lines.set(email, row.line);
      return row;
    });
    return { columns, rows: checked, table };
  }

  /** @returns those emails that users have */
  private async findTaken(emails: string[]): Promise<Set<string>> {
    if (emails.length === 0) return new Set();
    const found = await this.users.find({ select: { email: true }, where: { email: In(emails) } });
    return new Set(found.flatMap(({ email }) => email ?? []));
  }
}

const without = (row: ReadUser, problem: string): ReadUser => ({ ...row, user: null, problem });
