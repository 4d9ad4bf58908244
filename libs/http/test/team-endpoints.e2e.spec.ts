// Code that Nest developers write by habit works as they expect, or the start fails and says what to do.
import {
  type ArgumentsHost,
  BadRequestException,
  Body,
  type CallHandler,
  type CanActivate,
  Catch,
  ClassSerializerInterceptor,
  ConflictException,
  Controller,
  type ExceptionFilter,
  type ExecutionContext,
  Header,
  Injectable,
  Module,
  type NestInterceptor,
  Param,
  ParseIntPipe,
  type PipeTransform,
  Query,
  Redirect,
  Req,
  ServiceUnavailableException,
  SetMetadata,
  type Type,
  UseFilters,
  UseGuards,
  UseInterceptors,
  UsePipes,
  ValidationPipe,
} from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE, Reflector } from '@nestjs/core';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiBody, ApiProperty, ApiPropertyOptional, ApiTags } from '@nestjs/swagger';
import { ThrottlerGuard } from '@nestjs/throttler';
import { Exclude, Type as TypeOf } from 'class-transformer';
import {
  ArrayMaxSize,
  IsEmail,
  IsInt,
  IsOptional,
  IsString,
  Max,
  Min,
  ValidateBy,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { map, tap } from 'rxjs';
import { Endpoint, TextField } from '#libs/http';
import { createPlayer, type Player } from '../../../test/support/factories.js';
import { type Service, startService } from '../../../test/support/service.js';
import { moduleOf, TEAM_ROUTE } from '../../../test/support/team.js';

class Base {
  @IsEmail()
  email!: string;
}

class Tag {
  @IsString()
  name!: string;
}

const isFree = (value: unknown) => value !== 'taken';

class RatingBody extends Base {
  @IsInt()
  @Min(1)
  @Max(5)
  stars!: number;

  @ValidateIf((body: RatingBody) => body.stars < 3)
  @IsString()
  reason?: string;

  @IsOptional()
  @ValidateNested({ each: true })
  @TypeOf(() => Tag)
  @ArrayMaxSize(2)
  tags?: Tag[];

  @IsOptional()
  @ValidateBy({ name: 'isFree', validator: { validate: isFree, defaultMessage: () => 'is taken' } })
  alias?: string;

  @IsOptional()
  @TextField({ min: 1, max: 5, optional: true, example: 'Good' })
  note?: string;
}

class RatingQuery {
  @TypeOf(() => Number)
  @IsInt()
  stars = 5;
}

class RatingPath {
  @TypeOf(() => Number)
  @IsInt()
  number!: number;
}

class Rating {
  @ApiPropertyOptional({ type: Number, example: 3 })
  stars?: number;

  @ApiPropertyOptional({ type: String, example: 'text' })
  email?: string;

  @ApiPropertyOptional({ type: [Object], example: [{ name: 'fun' }] })
  tags?: Tag[];

  @ApiPropertyOptional({ type: String, example: 'text' })
  note?: string;

  @ApiPropertyOptional({ type: Boolean, example: true })
  isInstance?: boolean;

  @ApiPropertyOptional({ type: Boolean, example: true })
  tag?: boolean;

  @ApiPropertyOptional({ type: Number, example: 3 })
  number?: number;
}

const RATING_ROUTE = { ...TEAM_ROUTE, returns: Rating };

@ApiTags('Quizzes')
@Controller()
class Ratings {
  @Endpoint('POST /ratings', RATING_ROUTE)
  rate(@Body() body: RatingBody): object {
    return { isInstance: body instanceof RatingBody, tag: body.tags?.[0] instanceof Tag, ...body };
  }

  @Endpoint('GET /ratings', RATING_ROUTE)
  list(@Query() query: RatingQuery): object {
    return query;
  }

  @Endpoint('GET /ratings/:number', RATING_ROUTE)
  read(@Param() path: RatingPath): object {
    return path;
  }

  @Endpoint('GET /ratings-by-pipe/:number', RATING_ROUTE)
  readByPipe(@Param('number', ParseIntPipe) number: number): object {
    return { number };
  }

  @Endpoint('POST /ratings-by-pipe', RATING_ROUTE)
  @UsePipes(new ValidationPipe({ expectedType: RatingQuery }))
  @ApiBody({ type: RatingQuery })
  rateByPipe(@Body() body: object): object {
    return body;
  }
}

class Account {
  @ApiProperty({ example: 'Ada' })
  readonly name: string = 'Ada';

  @Exclude()
  readonly secret: string = 'unknown';
}

@ApiTags('Quizzes')
@Controller()
class Accounts {
  @Endpoint('GET /accounts', { ...TEAM_ROUTE, returns: Account })
  @UseInterceptors(ClassSerializerInterceptor)
  read(): Account {
    return new Account();
  }
}

class Odd extends Error {}

@Catch(Odd)
class OddFilter implements ExceptionFilter {
  catch(_: Odd, host: ArgumentsHost): void {
    void host.switchToHttp().getResponse<FastifyReply>().status(418).send({ error: 'I am a teapot' });
  }
}

@Injectable()
class Wrapped implements NestInterceptor {
  intercept(_: ExecutionContext, next: CallHandler) {
    return next.handle().pipe(map((value: unknown) => ({ value })));
  }
}

const Days = (...days: string[]) => SetMetadata('days', days);

@Injectable()
class DayGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const days = this.reflector.getAllAndOverride<string[]>('days', [context.getHandler(), context.getClass()]);
    const { headers } = context.switchToHttp().getRequest<FastifyRequest>();
    return days.includes(String(headers['x-day']));
  }
}

@ApiTags('Quizzes')
@Controller()
@UseGuards(DayGuard)
@Days('sunday')
class Habits {
  @Endpoint('GET /habits/class', TEAM_ROUTE)
  ofClass(): object {
    return {};
  }

  @Endpoint('GET /habits/method', TEAM_ROUTE)
  @Days('monday')
  ofMethod(): object {
    return {};
  }

  @Endpoint('GET /habits/intercepted', TEAM_ROUTE)
  @UseInterceptors(Wrapped)
  intercepted(): object {
    return {};
  }

  @Endpoint('GET /habits/filtered', { ...TEAM_ROUTE, errors: [{ status: 418, text: 'I am a teapot' }] })
  @UseFilters(OddFilter)
  filtered(): object {
    throw new Odd();
  }

  @Endpoint('GET /habits/header', TEAM_ROUTE)
  @Header('x-team', 'ours')
  header(): object {
    return {};
  }

  @Endpoint('GET /habits/redirect', { summary: 'A redirect', scope: TEAM_ROUTE.scope, status: 302 })
  @Redirect('/elsewhere')
  redirect(): undefined {
    return undefined;
  }

  @Endpoint('GET /habits/configured', TEAM_ROUTE)
  @RouteConfig({ team: 'ours' })
  configured(@Req() { routeOptions }: FastifyRequest): object {
    return { team: (routeOptions.config as { team?: string }).team };
  }

  @Endpoint('GET /habits/conflict', { ...TEAM_ROUTE, errors: [{ status: 409, text: 'The rating exists' }] })
  conflict(): object {
    throw new ConflictException('The rating exists');
  }

  @Endpoint('GET /habits/several', TEAM_ROUTE)
  several(): object {
    throw new BadRequestException(['stars must be few', 'tags must be many']);
  }

  @Endpoint('GET /habits/unavailable', TEAM_ROUTE)
  unavailable(): object {
    throw new ServiceUnavailableException('The host db-3 is down');
  }
}

describe("a team's endpoints", () => {
  let service: Service;
  let player: Player;

  beforeAll(async () => {
    service = await startService({ RATE_LIMIT_REQUESTS: '1000' }, [moduleOf(Ratings, Accounts, Habits)]);
    player = await createPlayer(service, 'admin');
  });
  afterAll(() => service.close());

  const call = async (target: string, init: RequestInit = {}, headers: Record<string, string> = {}) => {
    const [method = '', path = ''] = target.split(' ');
    const answer = await fetch(`${service.url}/api${path}`, {
      method,
      redirect: 'manual',
      ...init,
      headers: { 'x-api-key': player.key, 'content-type': 'application/json', 'x-day': 'sunday', ...headers },
    });
    const text = await answer.text();
    return {
      status: answer.status,
      headers: answer.headers,
      body: text === '' ? undefined : (JSON.parse(text) as unknown),
    };
  };
  const rate = (body: unknown) => call('POST /ratings', { body: JSON.stringify(body) });
  const valid = { email: 'ada@example.com', stars: 4 };

  it('get bodies of classes with decorators of class-validator as instances', async () => {
    const { status, body } = await rate({ ...valid, tags: [{ name: 'fun' }], note: 'short' });
    expect([status, body]).toEqual([
      200,
      { isInstance: true, tag: true, ...valid, tags: [{ name: 'fun' }], note: 'short' },
    ]);
  });

  it.each<[string, unknown]>([
    ['email: must be an email', { ...valid, email: 'ada' }],
    ['stars: must not be greater than 5', { ...valid, stars: 9 }],
    ['reason: must be a string', { ...valid, stars: 1 }],
    ['tags[1].name: must be a string', { ...valid, tags: [{ name: 'a' }, { name: 5 }] }],
    ['tags[0]: must be an object', { ...valid, tags: ['a'] }],
    ['tags[0].color: unknown field', { ...valid, tags: [{ name: 'a', color: 'red' }] }],
    ['alias: is taken', { ...valid, alias: 'taken' }],
    ['note: must have 1 to 5 characters', { ...valid, note: 'too long' }],
    ['color: unknown field', { ...valid, color: 'red' }],
    ['body: must be an object', [valid]],
    ['body: must be an object', null],
  ])('reject a body by those decorators: %s', async (error, body) => {
    const answer = await rate(body);
    expect([answer.status, answer.body]).toEqual([400, { error }]);
  });

  it('reject a body without required fields, and one that is nested too deeply', async () => {
    expect((await rate({})).body).toEqual({
      error: [
        'stars: must not be greater than 5',
        'stars: must not be less than 1',
        'stars: must be an integer number',
        'email: must be an email',
      ].join('; '),
    });
    const deep = `{"tags":${'['.repeat(1_000)}${']'.repeat(1_000)}}`;
    expect(await call('POST /ratings', { body: deep })).toMatchObject({
      status: 400,
      body: { error: 'body: must not have more than 32 levels of objects and lists' },
    });
    for (const tags of [{ constructor: 1 }, [{ constructor: 'x' }], [null], { then: {} }]) {
      expect((await rate({ ...valid, tags })).status).toBe(400);
    }
  });

  it.each<[string, number, unknown]>([
    ['GET /ratings?stars=3&other=1', 200, { stars: 3 }],
    ['GET /ratings', 200, { stars: 5 }],
    ['GET /ratings?stars=x', 400, { error: 'stars: must be an integer number' }],
    ['GET /ratings?stars=1&stars=2', 400, { error: 'stars: must be an integer number' }],
    ['GET /ratings?stars[]=1', 400, { error: 'stars: must not be given in brackets' }],
    ['GET /ratings/7', 200, { number: 7 }],
    ['GET /ratings/seven', 400, { error: 'number: must be an integer number' }],
    ['GET /ratings-by-pipe/7', 200, { number: 7 }],
    ['GET /ratings-by-pipe/seven', 400, { error: 'Validation failed (numeric string is expected)' }],
  ])('validate queries and paths: %s', async (target, status, body) => {
    expect(await call(target)).toMatchObject({ status, body });
  });

  it('describe the classes of @Body() and @Query()', async () => {
    const document = (await (await fetch(`${service.url}/docs/openapi.json`)).json()) as { paths: object };
    expect(document.paths).toMatchObject({
      '/ratings': {
        post: {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: { $ref: '#/components/schemas/RatingBody' } } },
          },
          responses: { 400: { description: expect.stringContaining('at least one answer must be correct') as string } },
        },
        get: { responses: { 400: { description: expect.stringContaining('must be a whole number') as string } } },
      },
      '/ratings-by-pipe': {
        post: {
          requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/RatingQuery' } } } },
        },
      },
    });
  });

  it('leave out fields by @Exclude and ClassSerializerInterceptor', async () => {
    expect((await call('GET /accounts')).body).toEqual({ name: 'Ada' });
  });

  it('may have their own pipe for a body', async () => {
    const answer = await call('POST /ratings-by-pipe', { body: '{"stars":"many"}' });
    expect([answer.status, answer.body]).toEqual([400, { error: 'stars must be an integer number' }]);
  });

  it('have guards that see the metadata of their class and method', async () => {
    const statusOn = async (day: string, target: string) => (await call(target, {}, { 'x-day': day })).status;
    expect(await statusOn('sunday', 'GET /habits/class')).toBe(200);
    expect(await statusOn('monday', 'GET /habits/class')).toBe(403);
    expect(await statusOn('sunday', 'GET /habits/method')).toBe(403);
    expect(await statusOn('monday', 'GET /habits/method')).toBe(200);
  });

  it.each<[string, number, unknown]>([
    ['GET /habits/intercepted', 200, { value: {} }],
    ['GET /habits/filtered', 418, { error: 'I am a teapot' }],
    ['GET /habits/redirect', 302, undefined],
    ['GET /habits/conflict', 409, { error: 'The rating exists' }],
    ['GET /habits/several', 400, { error: 'stars must be few; tags must be many' }],
    ['GET /habits/unavailable', 503, { error: 'Service temporarily unavailable' }],
    ['GET /habits/unknown', 404, { error: 'Not found' }],
    ['GET /ratings/', 404, { error: 'Not found' }],
  ])('do what Nest does: %s gets %d', async (target, status, body) => {
    const answer = await call(target);
    expect([answer.status, answer.body]).toEqual([status, body]);
  });

  it('set headers by @Header, and preserve @RouteConfig', async () => {
    expect((await call('GET /habits/header')).headers.get('x-team')).toBe('ours');
    expect((await call('GET /habits/configured')).body).toEqual({ team: 'ours' });
  });
});

/** The guards, interceptors, pipes and filters of a request, in order. */
const met: string[] = [];

function guardNamed(name: string): Type<CanActivate> {
  @Injectable()
  class NamedGuard implements CanActivate {
    canActivate(context: ExecutionContext): boolean {
      met.push(`guard ${name}`);
      return context.switchToHttp().getRequest<FastifyRequest>().headers['x-rejected-by'] !== name;
    }
  }
  return NamedGuard;
}

function interceptorNamed(name: string): Type<NestInterceptor> {
  @Injectable()
  class NamedInterceptor implements NestInterceptor {
    intercept(_: ExecutionContext, next: CallHandler) {
      met.push(`interceptor ${name}`);
      return next.handle().pipe(tap(() => met.push(`answer ${name}`)));
    }
  }
  return NamedInterceptor;
}

function pipeNamed(name: string): Type<PipeTransform> {
  @Injectable()
  class NamedPipe implements PipeTransform {
    transform(value: unknown): unknown {
      met.push(`pipe ${name}`);
      return value;
    }
  }
  return NamedPipe;
}

class OfModule extends Error {}
class OfBoth extends Error {}

/** Catches what the filter of a route has not. */
@Catch(OfModule, OfBoth)
class ModuleFilter implements ExceptionFilter {
  constructor(private readonly reflector: Reflector) {}

  catch(error: Error, host: ArgumentsHost): void {
    const by = `the module, with ${this.reflector.constructor.name}`;
    void host
      .switchToHttp()
      .getResponse<FastifyReply>()
      .status(418)
      .send({ error: `${error.constructor.name} by ${by}` });
  }
}

@Catch(OfBoth)
class RouteFilter implements ExceptionFilter {
  catch(_: OfBoth, host: ArgumentsHost): void {
    void host.switchToHttp().getResponse<FastifyReply>().status(418).send({ error: 'OfBoth by the route' });
  }
}

@ApiTags('Quizzes')
@Controller()
@UseGuards(guardNamed('controller'))
@UseInterceptors(interceptorNamed('controller'))
@UsePipes(pipeNamed('controller'))
class Ordered {
  @Endpoint('POST /ordered', RATING_ROUTE)
  @UseGuards(guardNamed('route'))
  @UseInterceptors(interceptorNamed('route'))
  @UsePipes(pipeNamed('route'))
  take(@Body(pipeNamed('parameter')) body: RatingQuery): object {
    met.push('handler');
    return body;
  }

  @Endpoint('GET /ordered/module', { ...TEAM_ROUTE, errors: [{ status: 418, text: 'I am a teapot' }] })
  ofModule(): object {
    throw new OfModule();
  }

  @Endpoint('GET /ordered/both', { ...TEAM_ROUTE, errors: [{ status: 418, text: 'I am a teapot' }] })
  @UseFilters(RouteFilter)
  ofBoth(): object {
    throw new OfBoth();
  }

  @Endpoint('GET /ordered/neither', { ...TEAM_ROUTE, errors: [{ status: 409, text: 'It is taken' }] })
  ofNeither(): object {
    throw new ConflictException('It is taken');
  }
}

@Module({
  controllers: [Ordered],
  providers: [
    { provide: APP_GUARD, useClass: guardNamed('module') },
    { provide: APP_INTERCEPTOR, useClass: interceptorNamed('module') },
    { provide: APP_PIPE, useClass: pipeNamed('module') },
    { provide: APP_FILTER, useClass: ModuleFilter },
  ],
})
class OrderedModule {}

describe("a team's APP_GUARD, APP_INTERCEPTOR, APP_PIPE and APP_FILTER", () => {
  let service: Service;
  let player: Player;

  beforeAll(async () => {
    service = await startService({}, [OrderedModule]);
    player = await createPlayer(service);
  });
  afterAll(() => service.close());
  beforeEach(() => (met.length = 0));

  const call = (path: string, init: RequestInit = {}, headers: Record<string, string> = {}) =>
    fetch(`${service.url}${path}`, {
      ...init,
      headers: { 'x-api-key': player.key, 'content-type': 'application/json', ...headers },
    });
  const order = (body: object, headers: Record<string, string> = {}) =>
    call('/api/ordered', { method: 'POST', body: JSON.stringify(body) }, headers);

  it("run in Nest's order, around those of controller and route", async () => {
    expect((await order({ stars: 3 })).status).toBe(200);
    expect(met).toEqual([
      ...['guard module', 'guard controller', 'guard route'],
      ...['interceptor module', 'interceptor controller', 'interceptor route'],
      ...['pipe module', 'pipe controller', 'pipe route', 'pipe parameter'],
      'handler',
      ...['answer route', 'answer controller', 'answer module'],
    ]);
  });

  it('run after the checks of key and rights, and the pipe after validation', async () => {
    expect((await order({ stars: 3 }, { 'x-api-key': 'unknown' })).status).toBe(401);
    expect(met).toEqual([]);
    expect((await order({ stars: 'many' })).status).toBe(400);
    expect(met.filter((one) => one.startsWith('pipe'))).toEqual([]);
  });

  it('let the guard reject, in the form of every error', async () => {
    const answer = await order({ stars: 3 }, { 'x-rejected-by': 'module' });
    expect([answer.status, await answer.json()]).toEqual([403, { error: 'Forbidden resource' }]);
    expect(met).toEqual(['guard module']);
  });

  it.each<[string, number, string]>([
    ['module', 418, 'OfModule by the module, with Reflector'],
    ['both', 418, 'OfBoth by the route'],
    ['neither', 409, 'It is taken'],
  ])('catch the errors that filters of a route leave, before the service does: %s', async (path, status, error) => {
    const answer = await call(`/api/ordered/${path}`);
    expect([answer.status, await answer.json()]).toEqual([status, { error }]);
  });

  it('apply to routes of the other modules too', async () => {
    expect((await call('/api/quizzes')).status).toBe(200);
    expect(met).toEqual(expect.arrayContaining(['guard module', 'interceptor module', 'pipe module']));
    expect((await call('/api/quizzes', {}, { 'x-rejected-by': 'module' })).status).toBe(403);
  });
});

it('an APP_GUARD that is a ThrottlerGuard stops the start: requests would be counted twice', async () => {
  @Module({ providers: [{ provide: APP_GUARD, useClass: ThrottlerGuard }] })
  class Throttled {}
  await expect(startService({}, [Throttled])).rejects.toThrow('ThrottlerGuard would count requests twice');
});
