import { createPlayer, type Player } from '../support/factories.js';
import { operationsOf } from '../support/malformed-oracle.js';
import type { OpenApiDocument } from '../support/openapi/document.js';
import { type Service, startService } from '../support/service.js';

let service: Service;
let admin: Player;

beforeAll(async () => {
  service = await startService();
  admin = await createPlayer(service, 'admin');
});

afterAll(() => service.close());

it.each(['%FF', 'a%ED%A0%80', '%zz'])('every parameter of every query rejects the value %s', async (value) => {
  const documents: [base: string, OpenApiDocument][] = [
    ['/api', (await (await fetch(`${service.url}/docs/openapi.json`)).json()) as OpenApiDocument],
    ['/admin/api', await service.backoffice.call<OpenApiDocument>('GET', '/openapi.json')],
  ];
  const headers = { 'x-api-key': admin.key, cookie: service.backoffice.cookie };
  const answers: Record<string, string> = {};
  const expected: Record<string, string> = {};
  for (const [base, document] of documents) {
    for (const { method, template, parameters } of operationsOf(document)) {
      for (const { name, in: place } of parameters) {
        if (place !== 'query') continue;
        const target = `${base}${template.replaceAll(/\{\w+\}/g, admin.userId)}?${name}=${value}&unknown=${value}`;
        const response = await fetch(service.url + target, { method, headers });
        answers[`${method} ${target}`] =
          `${response.status} ${(await response.text()).split(':').slice(0, 2).join(':')}`;
        expected[`${method} ${target}`] = `400 {"error":"${name}`;
      }
    }
  }
  expect(Object.keys(answers).length).toBeGreaterThan(20);
  expect(answers).toEqual(expected);
});
