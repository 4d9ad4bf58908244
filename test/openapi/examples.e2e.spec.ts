// Tools make requests of the examples in the description: Postman, generators of test data, "Try it out".
import { createPlayer } from '../support/factories.js';
import { send } from '../support/http.js';
import { documentsOf } from '../support/openapi/documents-of.js';
import { operationsOf } from '../support/openapi/operations.js';
import { sharedService, type SharedService } from '../support/service.js';

let service: SharedService;
beforeAll(async () => (service = await sharedService()));
it.each(['admin', 'application'] as const)(
  'a request of the required parts of each operation, as their examples say, is valid: %s',
  async (role) => {
    const { key } = await createPlayer(service, role);
    const [document] = documentsOf(service.app);
    const statuses = new Map<string, number>();
    for (const { method, template, parameters, example } of operationsOf(document)) {
      const inPath = parameters.filter((parameter) => parameter.in === 'path') as { name: string; example?: string }[];
      const path = inPath.reduce((url, one) => url.replace(`{${one.name}}`, one.example ?? 'none'), template);
      expect(parameters.filter((parameter) => parameter.in !== 'path' && parameter.required === true)).toEqual([]);
      const headers = { 'x-api-key': key, ...(example !== undefined && { 'content-type': 'application/json' }) };
      const body = example === undefined ? {} : { body: JSON.stringify(example) };
      const { status } = await send(service.url, method, `/api${path}`, { headers, ...body });
      statuses.set(`${method} ${template}`, status);
    }
    expect([...statuses].filter(([, status]) => ![200, 201, 204, 403, 404].includes(status))).toEqual([]);
    expect([...statuses.values()].filter((status) => status < 300).length).toBeGreaterThan(3);
  },
);
