import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { LRUCache } from 'lru-cache';
import { Metrics } from '#libs/observability';
import { getProfile, GetProfilesRevision } from '#libs/profiles';
import type { ShownAnswers } from '../etag.js';
import { QuizReader, type Viewer } from '../quiz-reader.js';
import { type QuizRepresentation, representationOf } from '../quiz-representation.js';

/** A full quiz. Of one that has to be started, only administrators see which answers are correct. @throws QuizNotFound */
export class GetQuiz extends Query<QuizRepresentation> {
  constructor(
    readonly id: string,
    readonly answers: ShownAnswers = 'shown',
    readonly viewer?: Viewer,
  ) {
    super();
  }
}

/** Size of the cache, in characters. */
const CACHE_CHARACTERS = 16 * 1024 * 1024;

/** A quiz's representation, with the state that it was made of. */
interface CachedQuiz {
  readonly revision: number;
  /** The revision of all profiles, read before the author's. */
  readonly profiles: number;
  readonly representation: QuizRepresentation;
}

@QueryHandler(GetQuiz)
export class GetQuizHandler implements IQueryHandler<GetQuiz> {
  private readonly cache = new LRUCache<string, CachedQuiz>({
    maxSize: CACHE_CHARACTERS,
    sizeCalculation: ({ representation }) => representation.body.length,
  });

  private readonly countLookup: (isHit: boolean) => void;

  constructor(
    private readonly reader: QuizReader,
    private readonly queries: QueryBus,
    metrics: Metrics,
  ) {
    this.countLookup = metrics.lookups('quizzes');
  }

  async execute({ id, answers: wanted, viewer }: GetQuiz): Promise<QuizRepresentation> {
    const [state, profiles] = await Promise.all([
      this.reader.getState(id, viewer),
      this.queries.execute(new GetProfilesRevision()),
    ]);
    const answers = viewer?.admin === false && state.requireStart ? 'hidden' : wanted;
    const key = answers === 'shown' ? id : `${id} ${answers}`;
    const cached = this.cache.get(key);
    const isHit = cached?.revision === state.revision && cached.profiles === profiles;
    this.countLookup(isHit);
    if (isHit) return cached.representation;
    const row = await this.reader.getRow(id);
    const version = await this.reader.getVersion(id, row.version);
    const author = await getProfile(this.queries, row.authorId);
    const representation = representationOf(row, version, author, answers);
    this.cache.set(key, { revision: row.revision, profiles, representation });
    return representation;
  }
}
