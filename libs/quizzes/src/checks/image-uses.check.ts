import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Snapshots, type Transaction } from '#libs/database';
import { imageUses, ReleaseImages, UseImages } from '#libs/images';
import { compareProjections } from '#libs/projections';
import { type CheckBatch, ChecksConsistencyOf, type ConsistencyCheck } from '#libs/verification';
import { IMAGE_ADDRESSES, readImageAddresses } from '../image-addresses.js';
import { QUIZ_LOCK } from '../quiz-locks.js';

/** The images that each quiz uses, so that they are not deleted. */
@Injectable()
@ChecksConsistencyOf('uses of images')
export class ImageUsesCheck implements ConsistencyCheck {
  constructor(
    private readonly snapshots: Snapshots,
    private readonly commands: CommandBus,
  ) {}

  run(): AsyncGenerator<CheckBatch> {
    return compareProjections<{ quizId: string; image: string }>(this.snapshots, [
      {
        ...imageUses(IMAGE_ADDRESSES),
        groupBy: 'quizId',
        repair: (transaction, [{ quizId }]) => this.repair(transaction, quizId),
      },
    ]);
  }

  /** Also that of a quiz in the trash, or of none. */
  private async repair(transaction: Transaction, quizId: string): Promise<void> {
    await transaction.lock([QUIZ_LOCK(quizId)]);
    const urls = await readImageAddresses(transaction, quizId);
    await this.commands.execute(new UseImages(quizId, urls, transaction));
    await this.commands.execute(new ReleaseImages(quizId, urls, transaction));
  }
}
