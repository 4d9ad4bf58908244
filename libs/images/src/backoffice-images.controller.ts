import { Body, Controller, Inject, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyRequest } from 'fastify';
import { CurrentActor, type UserActor } from '#libs/audit';
import { CONFIGURATION, type Configuration, originOf } from '#libs/configuration';
import { FileParser, FileTooComplex, FileUnreadable } from '#libs/file-transfer';
import { MAX_IMAGE_BYTES } from '#libs/files';
import { ApiTag, BackofficeEndpoint } from '#libs/http';
import { StoreImages } from './commands/store-images.command.js';
import { TooManyImages } from './image.errors.js';
import * as imageParser from './image-parser.js';
import { UploadedImage } from './images.dto.js';

@ApiTag('Images', 'Images of quizzes, which the service stores and serves')
@Controller()
export class BackofficeImagesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly files: FileParser,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {}

  @BackofficeEndpoint('POST /images', {
    summary: 'Upload an image',
    editor: true,
    description:
      'A PNG, JPEG, WebP or GIF of up to 2 MB, at most 10,000 pixels wide and high. It is stored without its metadata, such as the ' +
      'place where a photo was taken. Everybody who knows the address can read the image. If no quiz has it, it is deleted a week after ' +
      'its upload or its last use.',
    bodyLimit: MAX_IMAGE_BYTES,
    status: 201,
    returns: UploadedImage,
    errors: [FileUnreadable, FileTooComplex, TooManyImages],
  })
  async uploadImage(
    @Body() bytes: Buffer,
    @CurrentActor() actor: UserActor,
    @Req() request: FastifyRequest,
  ): Promise<UploadedImage> {
    const image = await this.files.parse(imageParser, { bytes });
    const origin = originOf(this.configuration, request);
    const [url = ''] = await this.commands.execute(new StoreImages([image], actor, origin));
    return { url };
  }
}
