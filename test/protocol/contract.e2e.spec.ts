// Every e2e test checks what it sends and gets against the served documents: here it has something to find.
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

/** Has no decorator of ours. */
class PlainBody {
  @IsInt()
  stars!: number;

  @IsOptional()
  @ValidateNested({ each: true })
  @TypeOf(() => Tag)
  tags?: Tag[];
}

class RatingBody {
  // Says more in the document than it checks.
  @TextField({ min: 1, max: 10, example: 'Good', pattern: '^[A-Z]' })
  text!: string;
}

/** Does each thing otherwise than declared. */
@ApiTags('Ratings')
@Controller()
class CarelessController {
  @Endpoint('GET /careless/:what', {
    ...TEAM_ROUTE,
    params: { what: 'What is done otherwise' },
    returns: Rating,
    responseHeaders: { ETag: { description: 'A tag', example: '"1"' } },
  })
  read(@Param('what') what: string, @CurrentReply() reply: FastifyReply): object {
    if (what === 'status') void reply.status(202);
    if (what !== 'header') void reply.header('etag', '"1"');
    return { stars: what === 'body' ? 'five' : 5 };
  }

  @Endpoint('POST /careless', { ...TEAM_ROUTE, body: RatingBody, returns: Rating })
  write(@Body() { text }: RatingBody): Rating {
    return { stars: text.length };
  }

  @Endpoint('POST /careless/plain', { ...TEAM_ROUTE, body: PlainBody, returns: Rating })
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

const ask = async (path: string, init: RequestInit = {}): Promise<string[]> => {
  const headers = { 'x-api-key': player.key, 'content-type': 'application/json' };
  expect((await fetch(`${service.url}/api/careless${path}`, { headers, ...init })).status).toBeLessThan(300);
  return takeViolations();
};

const write = (text: string) => ask('', { method: 'POST', body: JSON.stringify({ text }) });

describe('the check of every exchange against the served documents', () => {
  it('finds nothing where they agree', async () => {
    expect(await ask('/nothing')).toEqual([]);
    expect(await write('Good')).toEqual([]);
    expect(await ask('/plain', { method: 'POST', body: '{"stars":1,"tags":[{"name":"a"}]}' })).toEqual([]);
  });

  it('finds a status', async () => {
    expect(await ask('/status')).toEqual(['GET /api/careless/status → 202: the status is not declared']);
  });

  it('finds a missing header', async () => {
    expect(await ask('/header')).toEqual(['GET /api/careless/header → 200: header ETag is missing']);
  });

  it('finds a body', async () => {
    expect(await ask('/body')).toEqual(['GET /api/careless/body → 200: body: stars must be number']);
  });

  it('finds a request that is accepted', async () => {
    expect(await write('good')).toEqual(['POST /api/careless → 200: accepted body: text must match pattern "^[A-Z]"']);
  });

  it('fails the test in which something is found', async () => {
    await fetch(`${service.url}/api/careless/status`, { headers: { 'x-api-key': player.key } });
    expect(expectNoViolations).toThrow('GET /api/careless/status → 202: the status is not declared');
    expect(expectNoViolations).not.toThrow();
  });
});
