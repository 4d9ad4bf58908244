import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Controller, Get } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { EndpointRegistry, ROLES } from '#libs/http';
import { type Service, startService } from '../support/service.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

async function readSources(): Promise<{ path: string; text: string }[]> {
  const paths = (
    await Promise.all(
      ['apps', 'libs'].map((folder) =>
        readdir(join(ROOT, folder), { recursive: true }).then((names) => names.map((name) => join(folder, name))),
      ),
    )
  ).flat();
  const sources = paths.filter((path) => path.endsWith('.ts') && !path.endsWith('.spec.ts'));
  return Promise.all(sources.map(async (path) => ({ path, text: await readFile(join(ROOT, path), 'utf8') })));
}

describe('messages', () => {
  it('have one handler and at least one sender each', async () => {
    const sources = await readSources();
    const messages = sources.flatMap(({ path, text }) =>
      [...text.matchAll(/^export class (\w+) extends (?:Command|Query)\b/gm)].map(([, name = '']) => ({ path, name })),
    );
    expect(messages.length).toBeGreaterThan(20);
    for (const { path, name } of messages) {
      const handlers = sources.filter(({ text }) => new RegExp(`@(Command|Query)Handler\\(${name}\\)`).test(text));
      const senders = sources.filter(({ text }) => new RegExp(`new ${name}\\(`).test(text));
      expect({ path, name, handlers: handlers.length }).toEqual({ path, name, handlers: 1 });
      expect({ path, name, isSent: senders.length > 0 }).toEqual({ path, name, isSent: true });
    }
  });

  it('tell events to somebody, and nobody listens to what is never published', async () => {
    const sources = await readSources();
    const events = sources.filter(({ path }) => path.endsWith('.event.ts'));
    expect(events.length).toBeGreaterThan(2);
    for (const { path, text } of events) {
      const name = /export class (\w+)/.exec(text)?.[1] ?? '';
      const isPublished = sources.some((source) => source.text.includes(`publish(new ${name}(`));
      const isHeard = sources.some((source) => source.text.includes(`@ListensTo(${name})`));
      expect({ path, isPublished, isHeard }).toEqual({ path, isPublished: true, isHeard: true });
    }
  });
});

describe('routes', () => {
  let service: Service;
  beforeAll(async () => (service = await startService()));
  afterAll(() => service.close());

  it('declare what they need', () => {
    const { endpoints } = service.app.get(EndpointRegistry);
    const listed = endpoints.map(({ method, path, access }) => {
      const needs = access.kind === 'scope' ? `${access.scope.name}${access.admin ? ' + admin' : ''}` : access.kind;
      return `${method} ${path}: ${needs}`;
    });
    expect(listed.sort()).toEqual([
      'DELETE /admin/api/keys/:id: session',
      'DELETE /admin/api/quizzes/:id: session',
      'DELETE /admin/api/session: session',
      'DELETE /admin/api/sessions: session',
      'DELETE /admin/api/users/:id/second-factor: session',
      'DELETE /api/quizzes/:id: quizzes:write + admin',
      'GET /admin/api/activity: session',
      'GET /admin/api/audit/export: session',
      'GET /admin/api/audit: session',
      'GET /admin/api/key-usage: session',
      'GET /admin/api/keys/:id: session',
      'GET /admin/api/keys: session',
      'GET /admin/api/leaderboard: session',
      'GET /admin/api/quizzes/:id/attempts/:attemptId: session',
      'GET /admin/api/quizzes/:id/attempts/export: session',
      'GET /admin/api/quizzes/:id/attempts: session',
      'GET /admin/api/quizzes/:id/export: session',
      'GET /admin/api/quizzes/:id/leaderboard: session',
      'GET /admin/api/quizzes/:id/statistics: session',
      'GET /admin/api/quizzes/:id: session',
      'GET /admin/api/quizzes/export: session',
      'GET /admin/api/quizzes: session',
      'GET /admin/api/roles: session',
      'GET /admin/api/session/methods: public',
      'GET /admin/api/session/oidc/callback: public',
      'GET /admin/api/session/oidc: public',
      'GET /admin/api/session/second-factor: session',
      'GET /admin/api/session: session',
      'GET /admin/api/users/:id/second-factor: session',
      'GET /admin/api/users/:id: session',
      'GET /admin/api/users: session',
      'GET /api/leaderboard: quizzes:read',
      'GET /api/quizzes/:id/attempts/:attemptId: attempts:read',
      'GET /api/quizzes/:id/attempts: attempts:read',
      'GET /api/quizzes/:id/leaderboard: quizzes:read',
      'GET /api/quizzes/:id: quizzes:read',
      'GET /api/quizzes: quizzes:read',
      'GET /health/live: public',
      'GET /health/ready: public',
      'GET /metrics: public',
      'PATCH /admin/api/users/:id: session',
      'POST /admin/api/keys: session',
      'POST /admin/api/quizzes/gift-reading: session',
      'POST /admin/api/quizzes: session',
      'POST /admin/api/session/second-factor/confirmation: session',
      'POST /admin/api/session/second-factor/recovery-codes: session',
      'POST /admin/api/session/second-factor/removal: session',
      'POST /admin/api/session/second-factor: session',
      'POST /admin/api/session: public',
      'POST /admin/api/users: session',
      'POST /api/quizzes/:id/attempts: attempts:write',
      'POST /api/quizzes: quizzes:write + admin',
      'PUT /admin/api/quizzes/:id: session',
      'PUT /admin/api/session/password: session',
      'PUT /admin/api/users/:id/password: session',
      'PUT /api/quizzes/:id: quizzes:write + admin',
    ]);
  });

  it('ask for the scopes that docs/usage.md says a role has', async () => {
    const registry = service.app.get(EndpointRegistry);
    const text = await readFile(join(ROOT, 'docs/usage.md'), 'utf8');
    for (const role of ROLES) {
      const row = text.split('\n').find((line) => line.startsWith(`| \`${role}\` `)) ?? '';
      const scopes = row
        .split('|')
        .at(-2)
        ?.match(/[\w:]+/g);
      expect({ role, scopes }).toEqual({ role, scopes: registry.scopesOf(role) });
    }
  });

  it('stop the start where they declare nothing', async () => {
    @Controller()
    class Careless {
      @Get('/open')
      read(): string {
        return 'everybody reads this';
      }
    }
    const module = await Test.createTestingModule({
      imports: [DiscoveryModule],
      controllers: [Careless],
      providers: [EndpointRegistry],
    }).compile();
    await expect(module.init()).rejects.toThrow('Careless.read declares no access');
  });
});
