// Memory that an answered request still uses while its connection stays open.
import { Agent } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Body, type CanActivate, Controller, type ExecutionContext, Injectable, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { IsString } from 'class-validator';
import type { FastifyRequest } from 'fastify';
import { Endpoint } from '#libs/http';
import { createPlayer, type Player } from '../../../test/support/factories.js';
import { send } from '../../../test/support/http.js';
import { type Service, startService } from '../../../test/support/service.js';
import { moduleOf, TEAM_ROUTE } from '../../../test/support/team.js';

const CONNECTIONS = 20;
const LARGE = 'x'.repeat(1_000_000);

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** The remaining objects of the requests, by kind. */
const left: { of: string; what: WeakRef<object> }[] = [];

function watch(of: string, what: object): void {
  left.push({ of, what: new WeakRef(what) });
}

class LargeBody {
  @IsString()
  text!: string;
}

@Injectable()
class Watch implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    watch('body', request.body as object);
    watch('request', request);
    watch('message', request.raw);
    return true;
  }
}

@ApiTags('Quizzes')
@Controller()
@UseGuards(Watch)
class Large {
  @Endpoint('POST /large', { ...TEAM_ROUTE, bodyLimit: 1024 * 1024 })
  take(@Body() body: LargeBody): object {
    watch('validated body', body);
    return { length: body.text.length };
  }
}

let service: Service;
let player: Player;
let agent: Agent;

beforeAll(async () => {
  service = await startService({}, [moduleOf(Large)]);
  player = await createPlayer(service);
});

beforeEach(() => {
  left.length = 0;
  agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS, maxFreeSockets: CONNECTIONS });
});

afterEach(() => agent.destroy());
afterAll(() => service.close());

const post = (body: string) =>
  send(service.url, 'POST', '/api/large', {
    headers: { 'x-api-key': player.key, 'content-type': 'application/json' },
    body,
    agent,
  });

/** Connections that are open for the client and wait for a request. */
const idleConnections = () => Object.values(agent.freeSockets).flatMap((sockets) => sockets ?? []).length;

/** The objects of the requests after garbage collection, and after the work that follows a response. */
async function objectsInMemory(): Promise<string[]> {
  let found: string[] = [];
  for (let turn = 0; turn < 20; turn++) {
    // A dereferenced WeakRef is held until the end of the turn.
    await nextTurn();
    collectGarbage();
    found = left.flatMap(({ of, what }) => (what.deref() === undefined ? [] : [of]));
    if (found.length === 0) break;
  }
  return found;
}

it.each<[number, object]>([
  [200, { text: LARGE }],
  [400, { text: LARGE, other: 1 }],
])('an idle connection keeps nothing of its last request, which got %i', async (status, fields) => {
  const body = JSON.stringify(fields);
  const answers = await Promise.all(Array.from({ length: CONNECTIONS }, () => post(body)));
  expect(answers.map((answer) => answer.status)).toEqual(Array(CONNECTIONS).fill(status));
  expect(idleConnections()).toBe(CONNECTIONS);
  expect(left.length).toBeGreaterThanOrEqual(3 * CONNECTIONS);
  expect(await objectsInMemory()).toEqual([]);
  expect(idleConnections()).toBe(CONNECTIONS);
});
