import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Controller, Get } from '@nestjs/common';
import { DiscoveryModule, HttpAdapterHost } from '@nestjs/core';
import type { FastifyAdapter } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { vi } from 'vitest';
import { loadConfiguration } from '#libs/configuration';
import { ROLES } from '#libs/access';
import { EndpointRegistry } from '#libs/http';
import { AppModule } from '../../apps/api/src/app.module.js';
import { createApp } from '../../apps/api/src/create-app.js';
import { createServiceDatabase, type Service, startService } from '../support/service.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

async function readSources(): Promise<{ path: string; text: string }[]> {
  const paths = (
    await Promise.all(
      ['apps', 'libs', 'tools'].map((folder) =>
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
    const namesIn = (pattern: RegExp) =>
      sources.flatMap(({ text }) => [...text.matchAll(pattern)].map(([, name = '']) => name));
    const handled = namesIn(/@(?:Command|Query)Handler\((\w+)\)/g);
    const sent = new Set(namesIn(/new (\w+)\(/g));
    for (const { path, name } of messages) {
      const handlers = handled.filter((one) => one === name).length;
      expect({ path, name, handlers, isSent: sent.has(name) }).toEqual({ path, name, handlers: 1, isSent: true });
    }
  });

  it('publish events that have a listener, and listen to events that are published', async () => {
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

/** Classes that Nest knows only if the module of their lib lists them. */
const REGISTERED =
  /^@(?:ListensTo|CommandHandler|QueryHandler|EventsHandler|ChecksConsistencyOf|Controller)\([^]*?^(?:export )?class (\w+)|^export class (\w+) implements (?:MigrationInterface|TransactionListener)\b/gm;

/** The classes that no module of their lib lists. */
function unregistered(sources: readonly { path: string; text: string }[]): string[] {
  return sources.flatMap(({ path, text }) => {
    const lib = path.split('/', 2).join('/');
    const modules = sources.filter((one) => one.path.startsWith(`${lib}/`) && one.path.endsWith('.module.ts'));
    const listed = modules.map((module) => module.text.replaceAll(/^import [^;]*;/gm, '')).join('\n');
    const names = [...text.matchAll(REGISTERED)].map(([, decorated, migration]) => decorated ?? migration ?? '');
    const list = path.endsWith('.controller.ts') ? 'controllers' : 'providers';
    return names
      .filter((name) => !new RegExp(`\\b${name}\\b`).test(listed))
      .map((name) => `${path}: add ${name} to \`${list}\` in ${modules.map((module) => module.path).join(' or ')}`);
  });
}

describe('handlers, listeners, checks, controllers and migrations', () => {
  it('are in a module of their lib', async () => {
    const sources = (await readSources()).filter(({ path }) => !path.startsWith('apps/'));
    expect(sources.filter(({ text }) => text.search(REGISTERED) >= 0).length).toBeGreaterThan(80);
    expect(unregistered(sources).join('\n')).toBe('');
  });

  it('outside of any are reported with the list to add them to', () => {
    const text = "import { AwardBadge } from './award-badge.command.js';\nproviders: [ListBadgesHandler]";
    const module = { path: 'libs/badges/src/badges.module.ts', text };
    const controller = { path: 'libs/badges/src/badges.controller.ts', text: '@Controller()\nexport class Badges {}' };
    const listed = '@QueryHandler(ListBadges)\nexport class ListBadgesHandler {}';
    const imported = '@CommandHandler(Award)\nexport class AwardBadge {}';
    const reaction = '@EventsHandler(Awarded)\nclass Congratulate {}';
    const listener = '@Injectable()\n@ListensTo(QuizDeleted)\nexport class DeleteBadges {}';
    const migration = 'export class CreateBadges1790000000000 implements MigrationInterface {}';
    const providers = [listed, imported, reaction, listener, migration].map((provider, index) => ({
      path: `libs/badges/src/${index}.ts`,
      text: provider,
    }));
    expect(unregistered([module, controller, ...providers])).toEqual([
      'libs/badges/src/badges.controller.ts: add Badges to `controllers` in libs/badges/src/badges.module.ts',
      'libs/badges/src/1.ts: add AwardBadge to `providers` in libs/badges/src/badges.module.ts',
      'libs/badges/src/2.ts: add Congratulate to `providers` in libs/badges/src/badges.module.ts',
      'libs/badges/src/3.ts: add DeleteBadges to `providers` in libs/badges/src/badges.module.ts',
      'libs/badges/src/4.ts: add CreateBadges1790000000000 to `providers` in libs/badges/src/badges.module.ts',
    ]);
  });
});

describe('routes', () => {
  let service: Service;
  beforeAll(async () => (service = await startService()));
  afterAll(() => service.close());

  it('require the scopes that docs/usage.md lists for a role', async () => {
    const registry = service.app.get(EndpointRegistry);
    const text = await readFile(join(ROOT, 'docs/usage.md'), 'utf8');
    for (const role of ROLES) {
      const row = text.split('\n').find((line) => line.startsWith(`| \`${role}\` `)) ?? '';
      const scopes = row
        .split('|')
        .at(-2)
        ?.match(/[\w:]+/g);
      // Other modules add scopes of their own.
      const documented = registry.scopesOf(role).filter((scope) => /^(quizzes|attempts|players):/.test(scope));
      expect({ role, scopes }).toEqual({ role, scopes: documented });
    }
  });

  it('stop the start if they declare no access', async () => {
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

describe('hooks of all requests', () => {
  it('are added in compose-edge.ts only', async () => {
    const sources = await readSources();
    // Those of a scope are for its own routes.
    const adding = sources.filter(({ text }) => /(?<!\bscope)\.addHook\(/.test(text));
    expect(adding.map(({ path }) => path)).toEqual(['apps/api/src/edge/compose-edge.ts']);
  });

  it('are one per phase, including those of plugins', async () => {
    const databaseUrl = await createServiceDatabase();
    const { providers = [], ...root } = AppModule.forRoot(loadConfiguration({ DATABASE_URL: databaseUrl }));
    let phases = (): unknown[] => [];
    const observer = {
      provide: 'observer of hooks',
      inject: [HttpAdapterHost],
      useFactory: ({ httpAdapter }: HttpAdapterHost<FastifyAdapter>) => {
        const server = httpAdapter.getInstance();
        const { mock } = vi.spyOn(server, 'addHook');
        phases = () => mock.calls.filter((_, call) => mock.contexts[call] === server).map(([phase]) => phase);
      },
    };
    const app = await createApp(loadConfiguration({ DATABASE_URL: databaseUrl }), {
      ...root,
      providers: [...providers, observer],
    });
    // Not a phase of requests: the plugin for compression adds its own between two of compose-edge.ts.
    expect(phases().filter((phase) => phase !== 'onRoute')).toEqual([
      'onRequest',
      'preParsing',
      'preValidation',
      'onSend',
      'onResponse',
      'onListen',
      'preClose',
      'onClose',
    ]);
    await app.close();
  });
});
