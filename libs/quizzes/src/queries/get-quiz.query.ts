import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { LRUCache } from 'lru-cache';
import { countLookups, Metrics } from '#libs/observability';
import type { Profile } from '#libs/profiles';
import { authorOf } from '../authors.js';
import { QuizNotFound } from '../quiz.errors.js';
import { QuizReader, type QuizState } from '../quiz-reader.js';
import { type QuizRepresentation, representationOf } from '../quiz-representation.js';

/** A full quiz. @throws QuizNotFound */
export class GetQuiz extends Query<QuizRepresentation> {
  constructor(readonly id: string) {
    super();
  }
}

/** Size of the cache, in characters. */
const CACHE_CHARACTERS = 16 * 1024 * 1024;

/** A quiz's representation, with the revision and the author that it was made of. */
interface CachedQuiz {
  readonly revision: number;
  readonly author: Profile;
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
    this.countLookup = countLookups(metrics, 'quizzes');
  }

  async execute({ id }: GetQuiz): Promise<QuizRepresentation> {
    const current = await this.reader.state(id);
    if (current === undefined) throw new QuizNotFound();
    const author = await authorOf(this.queries, current.authorId);
    const cached = this.cache.get(id);
    const isHit = cached !== undefined && isCurrent(cached, current, author);
    this.countLookup(isHit);
    if (isHit) return cached.representation;
    const row = await this.reader.row(id);
    const version = row && (await this.reader.version(id, row.version));
    if (row === undefined || version === undefined) throw new QuizNotFound();
    const representation = representationOf(row, version, author);
    this.cache.set(id, { revision: row.revision, author, representation });
    return representation;
  }
}

function isCurrent(cached: CachedQuiz, { revision }: QuizState, { displayName, image }: Profile): boolean {
  return cached.revision === revision && cached.author.displayName === displayName && cached.author.image === image;
}
