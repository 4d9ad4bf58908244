import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { InjectRepository } from '@nestjs/typeorm';
import { In, type Repository } from 'typeorm';
import { normalEmail, storedForms } from '../email.js';
import { UserEntity } from '../user.entity.js';
import { parseUserFile } from '../user-file/parse-user-file.js';
import type { ReadUser, UserReading } from '../user-file/user-file.dto.js';

/** Reads a CSV file of users. Rows with the email of an existing user, or of a row before, have that as their problem. */
export class ReadUserFile extends Query<UserReading> {
  constructor(readonly text: string) {
    super();
  }
}

@QueryHandler(ReadUserFile)
export class ReadUserFileHandler implements IQueryHandler<ReadUserFile> {
  constructor(@InjectRepository(UserEntity) private readonly users: Repository<UserEntity>) {}

  async execute({ text }: ReadUserFile): Promise<UserReading> {
    const { columns, rows } = parseUserFile(text);
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
    return { columns, rows: checked };
  }

  /** @returns those emails that users have, in whichever form they are stored */
  private async findTaken(emails: string[]): Promise<Set<string>> {
    if (emails.length === 0) return new Set();
    const found = await this.users.find({ select: { email: true }, where: { email: In(emails.flatMap(storedForms)) } });
    return new Set(found.map(({ email }) => normalEmail(email)));
  }
}

const without = (row: ReadUser, problem: string): ReadUser => ({ ...row, user: null, problem });
