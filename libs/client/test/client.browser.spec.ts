// The client on a page of another origin.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { build, type Rolldown } from 'vite';
import type * as Client from '../src/index.js';
import { describeInBrowser, TestBrowser } from '../../../test/support/browser.js';
import { createPlayer, createQuiz, type Player } from '../../../test/support/factories.js';
import { type Service, startService } from '../../../test/support/service.js';

const ENTRY = fileURLToPath(new URL('../src/index.ts', import.meta.url));

describeInBrowser('the client in a browser', () => {
  let service: Service;
  let browser: TestBrowser;
  let admin: Player;
  let server: Server;
  let origin: string;

  beforeAll(async () => {
    service = await startService();
    admin = await createPlayer(service, 'admin');
    const lib = { entry: ENTRY, formats: ['es' as const] };
    const [{ output }] = (await build({ logLevel: 'error', configFile: false, build: { write: false, lib } })) as [
      Rolldown.RolldownOutput,
    ];
    server = createServer(({ url }, response) => {
      const isScript = url === '/client.js';
      response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
      response.end(isScript ? output[0].code : '<!doctype html><title>A site</title>');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    browser = await TestBrowser.start(service, [origin]);
  });

  afterAll(async () => {
    browser.expectNoProblems();
    await browser.close();
    server.close();
    await service.close();
  });

  it('reads, creates and fails as in Node.js', async () => {
    const quiz = await createQuiz(admin);
    const page = await browser.open('/');
    await page.goto(origin);
    await page.addScriptTag({ type: 'module', content: "globalThis.client = await import('/client.js');" });
    await page.waitForFunction('globalThis.client');
    const outcome = await page.evaluate(
      async ([baseUrl, apiKey, id]) => {
        const { QuizServiceClient, NotFoundError, etagOf } = (globalThis as unknown as { client: typeof Client })
          .client;
        const client = new QuizServiceClient({ baseUrl, apiKey });
        const read = await client.getQuiz(id);
        const again = await client.getQuiz(id);
        const created = await client.createQuiz(read);
        const titles = [];
        for await (const { title } of client.listQuizzes({ limit: 1 })) titles.push(title);
        const error = await client.getQuiz('none').catch((thrown: unknown) => thrown);
        return {
          isSame: JSON.stringify(read) === JSON.stringify(again),
          hasEtag: etagOf(created) !== undefined,
          titles,
          isNotFound: error instanceof NotFoundError && error.message,
        };
      },
      [`${service.url}/api`, admin.key, quiz.id] as const,
    );
    expect(outcome).toEqual({
      isSame: true,
      hasEtag: true,
      titles: ['Capitals', 'Capitals'],
      isNotFound: 'Quiz not found',
    });
    await page.context().close();
  });
});
