import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { ImageEntity } from '../image.entity.js';
import { imageAt, toImageName } from '../image-address.js';

interface NamedImage {
  /** Such as `9f86d08….png`. */
  name: string;
  content: Buffer;
}

/** The image of an address, if it is stored here. */
export class ReadImage extends Query<NamedImage | undefined> {
  constructor(readonly url: string) {
    super();
  }
}

@QueryHandler(ReadImage)
export class ReadImageHandler implements IQueryHandler<ReadImage> {
  constructor(@InjectRepository(ImageEntity) private readonly images: Repository<ImageEntity>) {}

  async execute({ url }: ReadImage): Promise<NamedImage | undefined> {
    const image = imageAt(url);
    const row = image && (await this.images.findOneBy({ hash: image.hash }));
    return row ? { name: toImageName(row), content: row.content } : undefined;
  }
}
