// Each table with ids of users says what it holds of them, so that users can be exported and erased.
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Column, Entity, type MigrationInterface, PrimaryColumn, type QueryRunner } from 'typeorm';
import { HoldsUserData, UserDataTables } from '#libs/user-data';
import { CertificatesModule } from '../../tools/module-sample/src/index.js';
import { startService } from '../support/service.js';

@HoldsUserData({ ids: ['givenBy'] })
@Entity('medals')
class MedalEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'user_id' })
  userId!: string;

  @Column('uuid', { name: 'given_by' })
  givenBy!: string;
}

class CreateMedals1795773400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE medals (id uuid PRIMARY KEY, user_id uuid NOT NULL, given_by uuid NOT NULL)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE medals');
  }
}

@Module({ imports: [TypeOrmModule.forFeature([MedalEntity])], providers: [CreateMedals1795773400000] })
class MedalsModule {}

it('columns with ids of users are declared by @HoldsUserData, and one that is not is named', async () => {
  const service = await startService({}, [CertificatesModule, MedalsModule]);
  expect(service.app.get(UserDataTables).undeclared()).toEqual(['medals.user_id']);
  await service.close();
});

it('a declaration of a column that does not exist stops the start', async () => {
  HoldsUserData({ of: 'owner' })(MedalEntity);
  await expect(startService({}, [MedalsModule])).rejects.toThrow(
    '@HoldsUserData of MedalEntity names owner, which is no column',
  );
});
