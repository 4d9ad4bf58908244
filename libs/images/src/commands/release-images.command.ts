import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Transaction } from '#libs/database';
import { ImageUseEntity } from '../image.entity.js';

/** Ends the use of images by a quiz that is deleted for good. */
export class ReleaseImages extends Command<void> {
  constructor(
    readonly quizId: string,
    readonly transaction: Transaction,
  ) {
    super();
  }
}

@CommandHandler(ReleaseImages)
export class ReleaseImagesHandler implements ICommandHandler<ReleaseImages> {
  async execute({ quizId, transaction }: ReleaseImages): Promise<void> {
    await transaction.manager.delete(ImageUseEntity, { quizId });
  }
}
