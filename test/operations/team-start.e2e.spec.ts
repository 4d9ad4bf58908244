// Declarations without effect at an endpoint of a team stop the start.
import {
  Body,
  Controller,
  Get,
  Header,
  HttpCode,
  type MiddlewareConsumer,
  Module,
  type NestModule,
  ParseArrayPipe,
  Param,
  Query,
  RawBody,
  Redirect,
  Render,
  type Type,
  UseGuards,
  Version,
} from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import { SkipThrottle, Throttle, ThrottlerGuard } from '@nestjs/throttler';
import { Exclude, Type as TypeOf } from 'class-transformer';
import { ArrayMaxSize, IsString, ValidateNested } from 'class-validator';
import { Endpoint, PublicEndpoint } from '#libs/http';
import { createDatabase } from '../support/database.js';
import { startService } from '../support/service.js';
import { moduleOf, TEAM_ROUTE } from '../support/team.js';

class Tag {
  @IsString()
  name!: string;
}

describe('the start', () => {
  let databaseUrl: string;
  beforeAll(async () => (databaseUrl = await createDatabase()));

  const start = (module: Type) => startService({ DATABASE_URL: databaseUrl }, [module]);

  let routes = 0;
  /** A route that no other controller has. */
  const route = <Method extends string>(method: Method) => `${method} /taken-${++routes}` as const;

  class Unvalidated {
    name!: string;
  }

  class HoldsUnvalidated {
    @ValidateNested()
    @TypeOf(() => Unvalidated)
    inner!: Unvalidated;
  }

  class Untyped {
    @ValidateNested()
    inner!: Tag;
  }

  class NotNested {
    @TypeOf(() => Tag)
    @ArrayMaxSize(3)
    tags!: Tag[];
  }

  class Undescribed {
    name!: string;
  }

  class HoldsUndescribed {
    @ApiProperty({ type: () => [Undescribed] })
    names!: Undescribed[];
  }

  class HasNoExample {
    @ApiProperty({ type: String })
    name!: string;
  }

  class Secretive {
    @ApiProperty({ example: 'Ada' })
    name!: string;

    @Exclude()
    secret!: string;
  }

  /** A controller with one method, decorated. */
  function controllerWith(...decorators: MethodDecorator[]): Type {
    @ApiTags('Quizzes')
    @Controller()
    class Team {
      take(): object {
        return {};
      }
    }
    const descriptor = Object.getOwnPropertyDescriptor(Team.prototype, 'take') as PropertyDescriptor;
    for (const decorate of decorators.reverse()) decorate(Team.prototype, 'take', descriptor);
    return Team;
  }

  function taking(decorator: ParameterDecorator, type: unknown): Type {
    const controller = controllerWith(Endpoint(route('POST'), TEAM_ROUTE));
    decorator(controller.prototype as object, 'take', 0);
    Reflect.defineMetadata('design:paramtypes', [type], controller.prototype as object, 'take');
    return controller;
  }

  function controllerAt(prefix: string): Type {
    @ApiTags('Quizzes')
    @Controller(prefix)
    class Team {
      @Endpoint(route('GET'), TEAM_ROUTE)
      take(): object {
        return {};
      }
    }
    return Team;
  }

  @ApiTags('Quizzes')
  @Controller()
  class Upload {
    @Endpoint(route('POST'), TEAM_ROUTE)
    take(@Body() bytes: Buffer): object {
      return { length: bytes.length };
    }
  }

  @Module({})
  class WithMiddleware implements NestModule {
    configure(consumer: MiddlewareConsumer): void {
      consumer.apply((_request: unknown, _answer: unknown, next: () => void) => next()).forRoutes('*path');
    }
  }

  const endpoint = () => Endpoint(route('GET'), TEAM_ROUTE);
  const returning = (returns: Type) => controllerWith(Endpoint(route('GET'), { ...TEAM_ROUTE, returns }));

  /** By what is checked together. */
  const FAULTY: Record<string, [what: string, () => Type, problem: string][]> = {
    endpoints: [
      [
        'a body without validation',
        () => taking(Body(), Unvalidated),
        "POST /api/taken (Team.take): the body's class Unvalidated has no validation: take a class whose fields have decorators",
      ],
      ['a body of any form', () => taking(Body(), Object), "the body's class Object has no validation"],
      [
        'a body with a pipe and without a description',
        () => taking(Body(new ParseArrayPipe()), Array),
        'the body has a pipe, and nothing says what it takes: add @ApiBody()',
      ],
      ['one field of a body', () => taking(Body('name'), String), `the body's "name" has no validation`],
      [
        'a query without validation',
        () => taking(Query(), Unvalidated),
        "the query's class Unvalidated has no validation",
      ],
      ['one parameter of a query', () => taking(Query('name'), String), `the query's "name" has no validation`],
      [
        'nested objects without validation',
        () => taking(Body(), HoldsUnvalidated),
        'HoldsUnvalidated.inner holds Unvalidated, whose fields have no validation',
      ],
      [
        'nested objects without a type',
        () => taking(Body(), Untyped),
        'Untyped.inner has @ValidateNested() and needs @Type(() => …)',
      ],
      [
        'typed objects without nested validation',
        () => taking(Body(), NotNested),
        'NotNested.tags holds Tag and needs @ValidateNested()',
      ],
      [
        'a response without described fields',
        () => returning(Undescribed),
        "GET /api/taken (Team.take): the response's Undescribed describes no field: give its fields @ApiProperty()",
      ],
      [
        'a response that holds objects without described fields',
        () => returning(HoldsUndescribed),
        "the response's Undescribed describes no field",
      ],
      [
        '@Exclude without its interceptor',
        () => returning(Secretive),
        'Secretive.secret has @Exclude() and is sent: add @UseInterceptors(ClassSerializerInterceptor)',
      ],
      [
        '@Param of a name that the path does not have',
        () => taking(Param('id'), String),
        "POST /api/taken (Team.take): @Param('id') gives nothing: the path has no :id",
      ],
      [
        'the bytes of a file without a limit',
        () => Upload,
        'POST /api/taken (Upload.take): a body that is a Buffer needs `bodyLimit`',
      ],
      ['@RawBody', () => taking(RawBody(), Buffer), '@RawBody() gives nothing'],
      [
        '@HttpCode below',
        () => controllerWith(endpoint(), HttpCode(202)),
        '@HttpCode is for `status` of the endpoint to say',
      ],
      [
        '@HttpCode above',
        () => controllerWith(HttpCode(202), endpoint()),
        '@HttpCode is for `status` of the endpoint to say',
      ],
      [
        '@Redirect',
        () => controllerWith(endpoint(), Redirect('/docs')),
        '@Redirect needs the same `status` in the decorator of the endpoint, such as 302',
      ],
      [
        '@Header content-type',
        () => controllerWith(endpoint(), Header('Content-Type', 'text/plain')),
        '@Header must not set content-type',
      ],
      [
        '@RouteConfig above',
        () => controllerWith(RouteConfig({ team: 'ours' }), endpoint()),
        '@RouteConfig must stand below',
      ],
      ['@Version', () => controllerWith(endpoint(), Version('2')), '@Version does nothing here'],
      ['@Render', () => controllerWith(endpoint(), Render('page')), '@Render has no view engine'],
      ['a route without an endpoint', () => controllerWith(Get('/taken')), 'Team.take declares no access'],
      ['a prefix', () => controllerAt('team'), 'GET /api/taken (Team.take): is not served at this path'],
    ],
    'rate limits': [
      [
        '@SkipThrottle',
        () => controllerWith(endpoint(), SkipThrottle()),
        '@SkipThrottle is not for endpoints below /api',
      ],
      [
        '@Throttle of a public endpoint',
        () => controllerWith(PublicEndpoint(route('GET')), Throttle({ default: { limit: 1, ttl: 1 } })),
        '@Throttle does nothing here: only requests below /api and those with a session are counted',
      ],
      [
        '@Throttle with blockDuration',
        () => controllerWith(endpoint(), Throttle({ default: { limit: 1, ttl: 1, blockDuration: 5 } })),
        '@Throttle takes limit and ttl, not blockDuration',
      ],
      [
        'ThrottlerGuard',
        () => controllerWith(endpoint(), UseGuards(ThrottlerGuard)),
        'ThrottlerGuard would count requests twice',
      ],
    ],
    descriptions: [
      [
        'a field of a response without an example',
        () => returning(HasNoExample),
        'HasNoExample.name has no example: give one to its field decorator or its @ApiProperty()',
      ],
    ],
  };

  it.each(Object.entries(FAULTY))('fails for faulty %s, and names all problems together', async (_, faulty) => {
    const controllers = faulty.map(([, controller]) => controller());
    const error: unknown = await start(moduleOf(...controllers)).catch((thrown: unknown) => thrown);
    const problems = (error as Error).message.replaceAll(/taken-\d+/g, 'taken').split('\n');
    expect(problems.map((problem, index) => [faulty[index]?.[0], problem])).toEqual(
      faulty.map(([what, , problem]) => [what, expect.stringContaining(problem) as string]),
    );
  });

  it('fails for middleware', async () => {
    await expect(start(WithMiddleware)).rejects.toThrow('There is no middleware here');
  });
});
