// A module declares the subjects about which it writes to the audit log.
import { Module } from '@nestjs/common';
import { Audited, AuditSubjects, THE_SERVICE } from '#libs/audit';
import { UnitOfWork } from '#libs/database';
import { query } from '../../../test/support/database.js';
import { type Service, startService } from '../../../test/support/service.js';

@AuditSubjects('banner')
@Module({})
class BannersModule {}

let service: Service;

beforeAll(async () => {
  service = await startService({}, [BannersModule]);
});

afterAll(() => service.close());

const raise = (kind: string) =>
  service.app.get(UnitOfWork).run((transaction) =>
    transaction.publish(
      new Audited(THE_SERVICE, 'banner.raised', {
        kind,
        id: '019b76da-a800-7000-8000-00000000000b',
        name: 'Ten wins',
      }),
    ),
  );

describe('an audit subject that a module declares', () => {
  it('is found alone and with others', async () => {
    await raise('banner');
    for (const filter of ['', '?subjectKind=banner']) {
      const { entries } = await service.backoffice.call<{ entries: unknown[] }>('GET', `/audit${filter}`);
      expect(entries).toContainEqual(expect.objectContaining({ action: 'banner.raised' }));
    }
  });

  it('prevents the start if another module declares it too', async () => {
    @AuditSubjects('quiz')
    @Module({})
    class OtherQuizzesModule {}
    await expect(startService({}, [OtherQuizzesModule])).rejects.toThrow(
      'The audit subject quiz is declared by two modules',
    );
  });
});

it('an audit subject that no module declares: the transaction is rolled back', async () => {
  const before = await query(service.databaseUrl, 'SELECT id FROM audit_entries');
  await expect(raise('medal')).rejects.toThrow(
    "banner.raised: no module declares the audit subject medal: add @AuditSubjects('medal') to its module",
  );
  expect(await query(service.databaseUrl, 'SELECT id FROM audit_entries')).toEqual(before);
});
