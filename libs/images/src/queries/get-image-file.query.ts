import { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Database, sql } from '#libs/database';
import { NotFound } from '#libs/http';
import { parseImageName } from '../image-address.js';

/** An image as a file. @throws NotFound */
export class GetImageFile extends Query<StreamableFile> {
  /** @param name such as `9f86d08….png` */
  constructor(readonly name: string) {
    super();
  }
}

/** Bytes in memory for a client. */
const PART = 256 * 1024;

const SIZE = sql('SELECT octet_length(content) AS size FROM images WHERE hash = $1 AND type = $2');

const CONTENT = sql('SELECT substring(content FROM $2 FOR $3) AS part FROM images WHERE hash = $1');

@QueryHandler(GetImageFile)
export class GetImageFileHandler implements IQueryHandler<GetImageFile> {
  constructor(private readonly database: Database) {}

  async execute({ name }: GetImageFile): Promise<StreamableFile> {
    const image = parseImageName(name);
    if (image === undefined) throw new NotFound();
    const { hash, type } = image;
    const [found] = await this.database.query<{ size: number }>(SIZE, [hash, type]);
    if (found === undefined) throw new NotFound();
    const parts = Readable.from(this.parts(hash, found.size), { objectMode: false, highWaterMark: PART });
    return new StreamableFile(parts, { type: `image/${type}`, length: found.size });
  }

  /** Reads the next part when the client has taken the one before. */
  private async *parts(hash: Buffer, size: number): AsyncGenerator<Buffer> {
    for (let at = 0; at < size; at += PART) {
      const [row] = await this.database.query<{ part: Buffer }>(CONTENT, [hash, at + 1, PART]);
      if (row === undefined) throw new NotFound();
      yield row.part;
    }
  }
}
