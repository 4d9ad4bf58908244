import { Addresses } from './addresses.js';
import { Sender } from './sender.js';

describe('Sender', () => {
  const sender = new Sender(new Addresses({ WEBHOOK_NETWORKS: ['127.0.0.1', '::1'] }));

  afterAll(() => sender.close());

  it.each(['http://127.0.0.1:1/', 'http://localhost:1/'])('says why %s cannot be reached', async (url) => {
    const outcome = await sender.post(url, '{}', {});
    expect(outcome).toMatchObject({ responseStatus: null, responseBody: null });
    expect(outcome?.error).toMatch(/ECONNREFUSED/);
  });

  it('says that an address is not allowed', async () => {
    const outcome = await sender.post('https://10.0.0.1/', '{}', {});
    expect(outcome?.error).toBe('10.0.0.1 is not a public address, and WEBHOOK_NETWORKS does not contain it');
  });

  it('has no outcome once it is closed', async () => {
    const closed = new Sender(new Addresses({ WEBHOOK_NETWORKS: ['127.0.0.1'] }));
    closed.close();
    expect(await closed.post('http://127.0.0.1:1/', '{}', {})).toBeUndefined();
  });
});
