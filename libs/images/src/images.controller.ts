import { Controller, Headers, Param, type StreamableFile } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import { IMAGE_TYPES } from '#libs/files';
import { CurrentReply, matchesEtag, PublicEndpoint } from '#libs/http';
import { GetImageFile } from './queries/get-image-file.query.js';

/** The content of an address never changes. Pages of every origin may show images, which a browser must not take for anything else. */
const HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'cross-origin-resource-policy': 'cross-origin',
  'content-security-policy': "default-src 'none'; sandbox",
};

@Controller()
export class ImagesController {
  constructor(private readonly queries: QueryBus) {}

  @PublicEndpoint('GET /images/:name', { file: IMAGE_TYPES.map((type) => `image/${type}`) })
  async getImage(
    @Param('name') name: string,
    @Headers('if-none-match') ifNoneMatch: string | undefined,
    @CurrentReply() reply: FastifyReply,
  ): Promise<StreamableFile | undefined> {
    const file = await this.queries.execute(new GetImageFile(name));
    const etag = `"${name}"`;
    void reply.headers({ ...HEADERS, etag });
    if (!matchesEtag(ifNoneMatch, etag)) return file;
    file.getStream().destroy();
    void reply.status(304);
    return undefined;
  }
}
