import type { StreamableFile } from '@nestjs/common';
import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { fileNameOf, textFile } from '#libs/file-transfer';
import { UserDataReader } from '#libs/user-data';
import { GetUser } from '../queries/get-user.query.js';

/** A JSON file of the data of a user, that is read while it is sent. @throws UserNotFound */
export class ExportUserData extends Query<StreamableFile> {
  constructor(
    /** As the client sent it. */
    readonly userId: string,
  ) {
    super();
  }
}

@QueryHandler(ExportUserData)
export class ExportUserDataHandler implements IQueryHandler<ExportUserData> {
  constructor(
    private readonly queries: QueryBus,
    private readonly data: UserDataReader,
  ) {}

  async execute({ userId }: ExportUserData): Promise<StreamableFile> {
    const { id, displayName } = await this.queries.execute(new GetUser(userId));
    return textFile(`data-of-${fileNameOf(displayName) || id}.json`, 'application/json', this.data.json(id));
  }
}
