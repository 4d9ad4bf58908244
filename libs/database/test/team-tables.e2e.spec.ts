// Tables of a team's module: its entities are registered with TypeORM, its migrations are providers.
import { Module, type Type } from '@nestjs/common';
import { getRepositoryToken, TypeOrmModule } from '@nestjs/typeorm';
import {
  Column,
  DataSource,
  Entity,
  Index,
  JoinTable,
  ManyToMany,
  type MigrationInterface,
  PrimaryColumn,
  type QueryRunner,
  type Repository,
} from 'typeorm';
import { loadConfiguration } from '#libs/configuration';
import { listMigrations, UnitOfWork } from '#libs/database';
import { AppModule } from '../../../apps/api/src/app.module.js';
import { query } from '../../../test/support/database.js';
import { schemaDifferences } from '../../../test/support/migrations.js';
import { type Service, startService } from '../../../test/support/service.js';

@Entity('ratings')
class RatingEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Index('ratings_stars')
  @Column('integer')
  stars!: number;
}

class CreateRatings1790000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE ratings (id uuid PRIMARY KEY, stars integer NOT NULL)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE ratings');
  }
}

class IndexRatings1790000100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX ratings_stars ON ratings (stars)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX ratings_stars');
  }
}

@Module({
  imports: [TypeOrmModule.forFeature([RatingEntity])],
  providers: [IndexRatings1790000100000, CreateRatings1790000000000],
})
class RatingsModule {}

describe("a team's tables", () => {
  let service: Service;
  let without: Service;

  beforeAll(async () => {
    service = await startService({}, [RatingsModule]);
    without = await startService();
  });

  afterAll(async () => {
    await without.close();
    await service.close();
  });

  const migrationsOf = async ({ databaseUrl }: Service) =>
    (await query<{ name: string }>(databaseUrl, 'SELECT name FROM migrations ORDER BY id')).map(({ name }) => name);

  it('are created by its migrations, which run after all others in the order of their timestamps', async () => {
    const names = await migrationsOf(service);
    expect(names.slice(-2)).toEqual(['CreateRatings1790000000000', 'IndexRatings1790000100000']);
    expect(names.slice(0, -2)).toEqual(await migrationsOf(without));
  });

  it('match its entities, whose repositories are injected', async () => {
    const repository = service.app.get<Repository<RatingEntity>>(getRepositoryToken(RatingEntity));
    const rating = { id: '01980000-0000-7000-8000-000000000000', stars: 5 };
    await service.app.get(UnitOfWork).run(({ manager }) => manager.insert(RatingEntity, rating));
    expect(await repository.find()).toMatchObject([{ stars: 5 }]);
    const differences = await schemaDifferences(service);
    expect(differences.filter((difference) => difference.startsWith('ratings:'))).toEqual([]);
  });

  it('that differ from their entities are reported by name, with what differs', async () => {
    @Entity('ratings')
    class ChangedRatingEntity extends RatingEntity {
      @Column('text')
      comment!: string;
    }
    @Module({
      imports: [TypeOrmModule.forFeature([ChangedRatingEntity])],
      providers: [IndexRatings1790000100000, CreateRatings1790000000000],
    })
    class ChangedModule {}
    const changed = await startService({}, [ChangedModule]);
    try {
      expect(await schemaDifferences(changed)).toEqual(['ratings: ALTER TABLE "ratings" ADD "comment" text NOT NULL']);
    } finally {
      await changed.close();
    }
  });

  it('may be joined by @ManyToMany, whose table has no entity', async () => {
    @Entity('labels')
    class LabelEntity {
      @PrimaryColumn('uuid')
      id!: string;

      @ManyToMany(() => RatingEntity)
      @JoinTable({ name: 'labels_ratings', joinColumn: { name: 'label' }, inverseJoinColumn: { name: 'rating' } })
      ratings!: RatingEntity[];
    }
    class CreateLabels1790000200000 implements MigrationInterface {
      async up(runner: QueryRunner): Promise<void> {
        await runner.query('CREATE TABLE labels (id uuid PRIMARY KEY)');
        await runner.query('CREATE TABLE labels_ratings (label uuid, rating uuid, PRIMARY KEY (label, rating))');
      }

      async down(runner: QueryRunner): Promise<void> {
        await runner.query('DROP TABLE labels_ratings, labels');
      }
    }
    @Module({
      imports: [RatingsModule, TypeOrmModule.forFeature([LabelEntity])],
      providers: [CreateLabels1790000200000],
    })
    class LabelsModule {}
    const labelled = await startService({}, [LabelsModule]);
    try {
      const labels = labelled.app.get<Repository<LabelEntity>>(getRepositoryToken(LabelEntity));
      expect(await labels.find({ relations: { ratings: true } })).toEqual([]);
    } finally {
      await labelled.close();
    }
  });

  it('that no migration creates stop the start, which says where the migration belongs', async () => {
    @Module({ imports: [TypeOrmModule.forFeature([RatingEntity])] })
    class UnfinishedModule {}
    await expect(startService({}, [UnfinishedModule])).rejects.toThrow(
      'No migration creates the table ratings: add the migration to the providers of its module',
    );
  });

  it('are unknown to an application in the same process without the module', async () => {
    const [tables] = await query(without.databaseUrl, `SELECT to_regclass('ratings') AS ratings`);
    expect(tables).toEqual({ ratings: null });
    expect(without.app.get(DataSource).hasMetadata(RatingEntity)).toBe(false);
    expect(without.app.get(DataSource).entityMetadatas.length).toBeGreaterThan(20);
  });

  it('have migrations that are listed without a database', async () => {
    const configuration = loadConfiguration({ DATABASE_URL: 'postgres://nobody@192.0.2.1/none' });
    const whole = AppModule.forRoot(configuration);
    const imports: Type[] = [RatingsModule];
    const withTeam = { ...whole, imports: [...(whole.imports ?? []), ...imports] };
    expect((await listMigrations(whole)).toSorted()).toEqual((await migrationsOf(without)).toSorted());
    expect((await listMigrations(withTeam)).toSorted()).toEqual((await migrationsOf(service)).toSorted());
  });
});
