// Every e2e test checks its requests and responses against the served documents. Here the check has violations to find.
import { Body, Controller, Param } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import { Type as TypeOf } from 'class-transformer';
import { IsInt, IsOptional, IsString, ValidateNested } from 'class-validator';
import type { FastifyReply } from 'fastify';
import { CurrentReply, Endpoint, TextField } from '#libs/http';
import { expectNoViolations, takeViolations } from '../support/contract.js';
import { createPlayer, type Player } from '../support/factories.js';
import { type Service, startService } from '../support/service.js';
import { moduleOf, TEAM_ROUTE } from '../support/team.js';

class Tag {
  @IsString()
  name!: string;
}

class Rating {
  @ApiProperty({ example: 5 })
  stars!: number;
}

/** Without the decorators of the service. */
class PlainBody {
  @IsInt()
  stars!: number;

  @IsOptional()
  @ValidateNested({ each: true })
  @TypeOf(() => Tag)
  tags?: Tag[];
}

class RatingBody {
  // The document declares more than the class checks.
  @TextField({ min: 1, max: 10, example: 'Good', pattern: '^[A-Z]' })
  text!: string;
}

/** Violates its declaration in each way. */
@ApiTags('Ratings')
@Controller()
class CarelessController {
  @Endpoint('GET /careless/:what', {
    ...TEAM_ROUTE,
    params: { what: 'What is done otherwise' },
    returns: Rating,
    responseHeaders: { 'X-Tag': { description: 'A tag', example: '1' } },
  })
  read(@Param('what') what: string, @CurrentReply() reply: FastifyReply): object {
    if (what === 'status') void reply.status(202);
    if (what !== 'header') void reply.header('x-tag', '1');
    return { stars: what === 'body' ? 'five' : 5 };
  }

  @Endpoint('POST /careless', { ...TEAM_ROUTE, returns: Rating })
  write(@Body() { text }: RatingBody): Rating {
    return { stars: text.length };
  }

  @Endpoint('POST /careless/plain', { ...TEAM_ROUTE, returns: Rating })
  writePlain(@Body() { stars }: PlainBody): Rating {
    return { stars };
  }
}

let service: Service;
let player: Player;

beforeAll(async () => {
  service = await startService({}, [moduleOf(CarelessController)]);
  player = await createPlayer(service);
});

afterAll(() => service.close());

const request = async (path: string, init: RequestInit = {}): Promise<string[]> => {
  const headers = { 'x-api-key': player.key, 'content-type': 'application/json' };
  expect((await fetch(`${service.url}/api/careless${path}`, { headers, ...init })).status).toBeLessThan(300);
  return takeViolations();
};

const write = (text: string) => request('', { method: 'POST', body: JSON.stringify({ text }) });

describe('the check against the OpenAPI documents', () => {
  it('finds nothing if both agree', async () => {
    expect(await request('/nothing')).toEqual([]);
    expect(await write('Good')).toEqual([]);
    expect(await request('/plain', { method: 'POST', body: '{"stars":1,"tags":[{"name":"a"}]}' })).toEqual([]);
  });

  it('finds an undeclared status', async () => {
    expect(await request('/status')).toEqual([
      'GET /api/careless/status → 202: the status is not declared by `status` or `errors` of the endpoint',
    ]);
  });

  it('finds a missing header', async () => {
    expect(await request('/header')).toEqual(['GET /api/careless/header → 200: header X-Tag is missing']);
  });

  it('finds a body that violates its schema', async () => {
    expect(await request('/body')).toEqual(['GET /api/careless/body → 200: body: stars must be number']);
  });

  it('finds an accepted request that violates its schema', async () => {
    expect(await write('good')).toEqual(['POST /api/careless → 200: accepted body: text must match pattern "^[A-Z]"']);
  });

  it('fails the test that causes a violation', async () => {
    await fetch(`${service.url}/api/careless/status`, { headers: { 'x-api-key': player.key } });
    expect(expectNoViolations).toThrow(
      'GET /api/careless/status → 202: the status is not declared by `status` or `errors` of the endpoint',
    );
    expect(expectNoViolations).not.toThrow();
  });
});
