// What a page of another origin can read of responses to requests that nginx rejects.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { describeInBrowser, TestBrowser } from '../support/browser.js';
import { describeWithPrograms } from '../support/describe-with-programs.js';
import { createPlayer, type Player } from '../support/factories.js';
import { startNginx, type TestNginx } from '../support/nginx.js';
import { type Service, startService } from '../support/service.js';

/** A request of a page; sizes are in bytes. */
interface Sent {
  method: string;
  key?: string;
  size?: number;
  etag?: number;
}

describeWithPrograms('a page of another origin', ['nginx'], () => {
  describeInBrowser('reads responses to requests that nginx rejects', () => {
    let running: TestNginx;
    let service: Service;
    let admin: Player;
    let pages: Server;
    let browser: TestBrowser;
    let page: Page;

    beforeAll(async () => {
      service = await startService({
        TRUSTED_PROXIES: '127.0.0.1',
        PROXY_REJECTIONS: 'accepted',
        RATE_LIMIT_REQUESTS: '100',
      });
      admin = await createPlayer(service, 'admin');
      running = await startNginx(service.url);
      pages = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<!doctype html>'));
      await once(pages.listen(0, '127.0.0.1'), 'listening');
      const url = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;
      browser = await TestBrowser.start({ ...service, url }, [running.nginx.url]);
      page = await browser.open('/');
    });

    afterAll(async () => {
      await browser.close();
      pages.close();
      await running.close();
      await service.close();
    });

    it.each<[string, number, string, Sent]>([
      ['a body beyond its limit', 413, 'Request body is too large', { method: 'POST', size: 6_000_000 }],
      [
        'a body beyond its limit without a key',
        401,
        'API key is required',
        { method: 'POST', size: 6_000_000, key: '' },
      ],
      ['headers beyond their limit', 431, 'Request headers are too large', { method: 'GET', etag: 20_000 }],
    ])('%s: %i', async (_, status, error, sent) => {
      const { key = admin.key, method, size = 0, etag = 0 } = sent;
      const given = await page.evaluate(
        async ({ url, key, method, size, etag }) => {
          const response = await fetch(`${url}/api/quizzes`, {
            method,
            headers: {
              'x-api-key': key,
              'content-type': 'application/json',
              ...(etag > 0 && { 'if-none-match': 'x'.repeat(etag) }),
            },
            ...(size > 0 && { body: ' '.repeat(size) }),
          });
          const headers = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'x-request-id'];
          return {
            status: response.status,
            body: await response.json(),
            unreadable: headers.filter((name) => response.headers.get(name) === null),
          };
        },
        { url: running.nginx.url, key, method, size, etag },
      );
      expect(given).toEqual({ status, body: { error }, unreadable: [] });
    });
  });
});
