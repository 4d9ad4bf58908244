// Listeners of an event run in the same order everywhere, after the locks of all of them were taken.
import { Injectable, Module, type Provider, Scope } from '@nestjs/common';
import { EventBus, EventsHandler, type ICommand, type IEventHandler, Saga } from '@nestjs/cqrs';
import { EMPTY, map, type Observable } from 'rxjs';
import { AttemptsRecorded } from '#libs/attempts';
import {
  ListensTo,
  lockName,
  sql,
  type Transaction,
  type TransactionListener,
  TransactionListeners,
  UnitOfWork,
} from '#libs/database';
import { query } from '../../../test/support/database.js';
import { type Service, startService } from '../../../test/support/service.js';

class Happened {
  constructor(readonly subjects: readonly string[]) {}
}

const SUBJECT = lockName('subject of a test');

/** Keys of the advisory locks that the transaction holds. */
const HELD = sql(`
  SELECT (classid::bigint << 32 | objid::bigint)::text AS key FROM pg_locks
  WHERE locktype = 'advisory' AND pid = pg_backend_pid() AND granted AND database IS NOT NULL ORDER BY key`);

const heldKeys = async (transaction: Transaction) =>
  (await transaction.query<{ key: string }>(HELD)).map(({ key }) => key);

const ran: { name: string; held: string[] }[] = [];

@Injectable()
class Recording {
  async handle(_event: Happened, transaction: Transaction): Promise<void> {
    ran.push({ name: this.constructor.name, held: await heldKeys(transaction) });
  }
}

@Injectable()
@ListensTo(Happened)
class ABuilder extends Recording implements TransactionListener<Happened> {
  readonly locks = ({ subjects }: Happened) => subjects.map((subject) => SUBJECT(subject));
}

@Injectable()
@ListensTo(Happened)
class CFoundation extends Recording implements TransactionListener<Happened> {
  readonly locks = () => [SUBJECT('common')];
}

@Injectable()
@ListensTo(Happened)
class BFoundation extends Recording implements TransactionListener<Happened> {}

@Module({ providers: [CFoundation, BFoundation] })
class FoundationModule {}

@Module({ imports: [FoundationModule], providers: [ABuilder] })
class BuildingModule {}

let service: Service;
let unitOfWork: UnitOfWork;

beforeAll(async () => {
  service = await startService({}, [BuildingModule]);
  unitOfWork = service.app.get(UnitOfWork);
});

afterAll(() => service.close());

beforeEach(() => ran.splice(0));

const publish = (...subjects: string[]) => unitOfWork.run((transaction) => transaction.publish(new Happened(subjects)));

it('TransactionListeners: run after those of imported modules, then by name', async () => {
  await publish();
  expect(ran.map(({ name }) => name)).toEqual(['BFoundation', 'CFoundation', 'ABuilder']);
});

it('TransactionListeners: the locks of all listeners are taken before the first one runs', async () => {
  await publish('ada', 'bob', 'ada');
  const keys = await unitOfWork.run(async (transaction) => {
    await transaction.lock(['ada', 'bob', 'common'].map((subject) => SUBJECT(subject)));
    return heldKeys(transaction);
  });
  expect(keys).toHaveLength(3);
  expect(ran.map(({ held }) => held)).toEqual([keys, keys, keys]);
});

it('TransactionListeners: transactions that publish the same subjects in different orders do not deadlock', async () => {
  const subjects = ['ada', 'bob', 'eve', 'joe'];
  let runs = 0;
  const works = Array.from({ length: 20 }, (_, index) =>
    unitOfWork.run(async (transaction) => {
      runs++;
      await transaction.publish(new Happened(index % 2 === 0 ? subjects : subjects.toReversed()));
    }),
  );
  await Promise.all(works);
  // No deadlock rolled one back.
  expect(runs).toBe(20);
});

it('TransactionListeners.of: returns none for an event without listeners', () => {
  expect(service.app.get(TransactionListeners).of(new Date())).toEqual([]);
});

describe('a listener that fails', () => {
  const NOTE = sql('INSERT INTO notes (name) VALUES ($1)');

  class Noted {
    constructor(readonly isRight: boolean) {}
  }

  @Injectable()
  @ListensTo(Noted)
  class FailAtOnce implements TransactionListener<Noted> {
    handle({ isRight }: Noted): Promise<void> {
      if (!isRight) throw new Error('not so');
      return Promise.resolve();
    }
  }

  @Injectable()
  @ListensTo(Noted)
  class WriteMuch implements TransactionListener<Noted> {
    async handle(_event: Noted, transaction: Transaction): Promise<void> {
      for (const name of ['one', 'two', 'three']) await transaction.query(NOTE, [name]);
    }
  }

  @Module({ providers: [FailAtOnce, WriteMuch] })
  class NotingModule {}

  it('rolls back the writes of the others, even those after its failure', async () => {
    const noting = await startService({ DATABASE_POOL_SIZE: '2' }, [NotingModule]);
    try {
      await query(noting.databaseUrl, 'CREATE TABLE notes (name text)');
      const publishNoted = (isRight: boolean) =>
        noting.app.get(UnitOfWork).run((transaction) => transaction.publish(new Noted(isRight)));
      await expect(publishNoted(false)).rejects.toThrow('not so');
      expect(await query(noting.databaseUrl, 'SELECT name FROM notes')).toEqual([]);
      await publishNoted(true);
      expect(await query(noting.databaseUrl, 'SELECT name FROM notes')).toHaveLength(3);
    } finally {
      await noting.close();
    }
  });
});

describe('an event of a transaction', () => {
  const startWith = (...providers: Provider[]) => {
    @Module({ providers })
    class TeamModule {}
    return startService({}, [TeamModule]);
  };

  it('that has an @EventsHandler stops the start', async () => {
    @EventsHandler(AttemptsRecorded)
    class Congratulate implements IEventHandler<AttemptsRecorded> {
      handle(): void {
        // It would never be called.
      }
    }
    await expect(startWith(Congratulate)).rejects.toThrow(
      'Congratulate: AttemptsRecorded is delivered in a transaction, which @EventsHandler does not see: use @ListensTo(AttemptsRecorded)',
    );
  });

  it('that only has the name of one may have an @EventsHandler', async () => {
    // oxlint-disable-next-line no-shadow -- a team can choose the same name
    class AttemptsRecorded {
      readonly at = new Date();
    }
    @EventsHandler(AttemptsRecorded)
    class Congratulate implements IEventHandler<AttemptsRecorded> {
      static readonly events: AttemptsRecorded[] = [];
      handle(event: AttemptsRecorded): void {
        Congratulate.events.push(event);
      }
    }
    const team = await startWith(Congratulate);
    try {
      const event = new AttemptsRecorded();
      team.app.get(EventBus).publish(event);
      expect(Congratulate.events).toEqual([event]);
    } finally {
      await team.close();
    }
  });

  @Injectable()
  class Congratulations {
    @Saga()
    congratulate = (_events: Observable<object>): Observable<ICommand> => EMPTY;
  }

  it.each<[string, Provider]>([
    ['class', Congratulations],
    ['factory', { provide: 'Congratulations', useFactory: () => new Congratulations() }],
  ])('is not seen by a saga, which stops the start: of a %s', async (_, provider) => {
    await expect(startWith(provider)).rejects.toThrow(
      'Congratulations has a @Saga, which sees no event of a transaction: use @ListensTo and implement TransactionListener',
    );
  });

  @Injectable()
  class InConstructor {
    constructor(bus: EventBus) {
      bus.subscribe();
    }
  }

  @Injectable()
  class AtBootstrap {
    constructor(private readonly bus: EventBus) {}

    onApplicationBootstrap(): void {
      this.bus.pipe(map(({ constructor }) => constructor)).subscribe();
    }
  }

  it.each([InConstructor, AtBootstrap])(
    'is not seen by a subscriber of the bus, who stops the start: %o',
    async (team) => {
      await expect(startWith(team)).rejects.toThrow(
        'Nobody can subscribe to the EventBus, which has no event of a transaction: use @ListensTo',
      );
    },
  );

  it('that has only an @EventsHandler cannot be published', async () => {
    class Awarded {
      readonly at = new Date();
    }
    @EventsHandler(Awarded)
    class Congratulate implements IEventHandler<Awarded> {
      static readonly events: Awarded[] = [];
      handle(event: Awarded): void {
        Congratulate.events.push(event);
      }
    }
    const team = await startWith(Congratulate);
    try {
      const published = team.app.get(UnitOfWork).run((transaction) => transaction.publish(new Awarded()));
      await expect(published).rejects.toThrow('use @ListensTo(Awarded)');
      // On the bus it arrives, as in any Nest application.
      const event = new Awarded();
      team.app.get(EventBus).publish(event);
      expect(Congratulate.events).toEqual([event]);
    } finally {
      await team.close();
    }
  });

  it('cannot be published on the bus', () => {
    const bus = service.app.get(EventBus);
    const error = 'Happened is delivered in a transaction: use transaction.publish() instead of EventBus';
    expect(() => void bus.publish(new Happened([]))).toThrow(error);
    expect(() => void bus.publishAll([new Happened([])])).toThrow(error);
  });

  it('has no listener with a request-scoped dependency', async () => {
    @Injectable({ scope: Scope.REQUEST })
    class CurrentTenant {}
    @Injectable()
    @ListensTo(Happened)
    class NoteTenant implements TransactionListener<Happened> {
      constructor(readonly tenant: CurrentTenant) {}
      handle(): Promise<void> {
        return Promise.resolve();
      }
    }
    await expect(startWith(CurrentTenant, NoteTenant)).rejects.toThrow(
      'NoteTenant needs a request-scoped provider, but a listener has no request: take what it needs from the event',
    );
  });
});
