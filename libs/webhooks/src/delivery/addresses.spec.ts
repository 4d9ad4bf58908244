import { Addresses } from './addresses.js';

const none = new Addresses({ WEBHOOK_NETWORKS: [] });
const some = new Addresses({ WEBHOOK_NETWORKS: ['10.1.0.0/16', 'fd00::/8', '127.0.0.1'] });

const isAllowed = (addresses: Addresses, url: string): boolean => addresses.problemOf(new URL(url)) === undefined;

describe('Addresses', () => {
  it.each(['https://93.184.215.14/', 'https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/', 'https://example.com/'])(
    'allows %s',
    (url) => expect(isAllowed(none, url)).toBe(true),
  );

  it.each([
    'https://0.0.0.0/',
    'https://127.0.0.1/',
    'https://10.1.2.3/',
    'https://172.16.0.1/',
    'https://192.168.1.1/',
    'https://100.64.0.1/',
    'https://169.254.169.254/',
    'https://224.0.0.1/',
    'https://255.255.255.255/',
    'https://0x7f.1/',
    'https://[::]/',
    'https://[::127.0.0.1]/',
    'https://[4000::1]/',
    'https://[::1]/',
    'https://[fe80::1]/',
    'https://[fd00::1]/',
    'https://[ff02::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[64:ff9b::127.0.0.1]/',
    'https://[2002:7f00:1::]/',
    'http://93.184.215.14/',
  ])('rejects %s', (url) => expect(isAllowed(none, url)).toBe(false));

  it.each(['http://10.1.2.3/', 'https://[fd00::1]/', 'https://127.0.0.1/', 'http://[::ffff:10.1.0.1]/'])(
    'allows %s if its network is configured',
    (url) => expect(isAllowed(some, url)).toBe(true),
  );

  it.each(['http://10.2.0.1/', 'https://127.0.0.2/', 'http://93.184.215.14/'])(
    'rejects %s if other networks are configured',
    (url) => expect(isAllowed(some, url)).toBe(false),
  );

  it.each([true, false])('rejects a name that resolves to a private address (all: %s)', async (all) => {
    const error = await new Promise((resolve) => none.lookupFor('https:')('localhost', { all }, resolve));
    expect(String(error)).toMatch(/is not a public address$/);
  });

  it('resolves a name to a configured address', async () => {
    const local = new Addresses({ WEBHOOK_NETWORKS: ['127.0.0.1', '::1'] });
    const [error, address, family] = await new Promise<unknown[]>((resolve) =>
      local.lookupFor('http:')('localhost', { family: 4 }, (...found) => resolve(found)),
    );
    expect([error, address, family]).toEqual([null, '127.0.0.1', 4]);
  });
});
