import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditSubjects } from '#libs/audit';
import { BackofficeImagesController } from './backoffice-images.controller.js';
import { ReleaseImagesHandler } from './commands/release-images.command.js';
import { StoreImagesHandler } from './commands/store-images.command.js';
import { UseImagesHandler } from './commands/use-images.command.js';
import { ImageEntity, ImageUseEntity } from './image.entity.js';
import { ImagesController } from './images.controller.js';
import { CreateImages1795786300000 } from './migrations/1795786300000-create-images.js';
import { AddReleasedAt1795791000000 } from './migrations/1795791000000-add-released-at.js';
import { GetImageFileHandler } from './queries/get-image-file.query.js';
import { ReadImageHandler } from './queries/read-image.query.js';
import { UnusedImages } from './unused-images.js';

/** Images of quizzes. */
@AuditSubjects('image')
@Module({
  imports: [TypeOrmModule.forFeature([ImageEntity, ImageUseEntity])],
  controllers: [ImagesController, BackofficeImagesController],
  providers: [
    StoreImagesHandler,
    UseImagesHandler,
    ReleaseImagesHandler,
    GetImageFileHandler,
    ReadImageHandler,
    UnusedImages,
    CreateImages1795786300000,
    AddReleasedAt1795791000000,
  ],
})
export class ImagesModule {}
