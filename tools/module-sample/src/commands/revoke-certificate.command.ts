import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { type Actor, Audited } from '#libs/audit';
import { UnitOfWork } from '#libs/database';
import { isId } from '#libs/http';
import { GetQuizTitle } from '#libs/quizzes';
import { CertificateEntity } from '../certificate.entity.js';
import { CertificateNotFound } from '../certificate.errors.js';

/** Revokes a certificate, once. @throws QuizNotFound, CertificateNotFound */
export class RevokeCertificate extends Command<void> {
  constructor(
    readonly quizId: string,
    readonly userId: string,
    readonly reason: string,
    readonly actor: Actor,
  ) {
    super();
  }
}

@CommandHandler(RevokeCertificate)
export class RevokeCertificateHandler implements ICommandHandler<RevokeCertificate> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly queries: QueryBus,
  ) {}

  async execute({ quizId, userId, reason, actor }: RevokeCertificate): Promise<void> {
    // Sent before the transaction begins: a transaction that waits for a second connection may never get one.
    const name = await this.queries.execute(new GetQuizTitle(quizId));
    if (!isId(userId)) throw new CertificateNotFound();
    await this.unitOfWork.run(async (transaction) => {
      const { manager } = transaction;
      const lock = { mode: 'pessimistic_write' } as const;
      const certificate = await manager.findOne(CertificateEntity, { where: { quizId, userId }, lock });
      if (certificate === null) throw new CertificateNotFound();
      if (certificate.revokedAt !== null) return;
      await manager.update(CertificateEntity, { quizId, userId }, { revokedAt: new Date() });
      const subject = { kind: 'certificate', id: certificate.attemptId, name };
      await transaction.publish(new Audited(actor, 'certificate.revoked', subject, { userId, quizId, reason }));
    });
  }
}
