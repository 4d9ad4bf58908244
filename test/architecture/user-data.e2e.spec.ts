// Each table with ids of users says what it holds of them, so that users can be exported and erased.
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Column, Entity, type MigrationInterface, PrimaryColumn, type QueryRunner } from 'typeorm';
import { HoldsUserData, UserDataTables } from '#libs/user-data';
import { CertificatesModule } from '../../tools/module-sample/src/index.js';
import { startService } from '../support/service.js';

@HoldsUserData({ ids: ['givenBy'] })
@Entity('badges')
class BadgeEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'user_id' })
  userId!: string;

  @Column('uuid', { name: 'given_by' })
  givenBy!: string;
}

class CreateBadges1795773400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE badges (id uuid PRIMARY KEY, user_id uuid NOT NULL, given_by uuid NOT NULL)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE badges');
  }
}

@Module({ imports: [TypeOrmModule.forFeature([BadgeEntity])], providers: [CreateBadges1795773400000] })
class BadgesModule {}

it('columns with ids of users are declared by @HoldsUserData', async () => {
  const service = await startService({}, [CertificatesModule]);
  expect(service.app.get(UserDataTables).undeclared()).toEqual([]);
  await service.close();
});

it('a column with ids of users that is not declared is named', async () => {
  const service = await startService({}, [BadgesModule]);
  expect(service.app.get(UserDataTables).undeclared()).toEqual(['badges.user_id']);
  await service.close();
});

it('a declaration of a column that does not exist stops the start', async () => {
  HoldsUserData({ of: 'owner' })(BadgeEntity);
  await expect(startService({}, [BadgesModule])).rejects.toThrow(
    '@HoldsUserData of BadgeEntity names owner, which is no column',
  );
});
