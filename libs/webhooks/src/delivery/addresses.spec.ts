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

  // Samples of each entry of the IANA IPv4 and IPv6 Special-Purpose Address Registries, and what clouds use for themselves.
  it.each([
    ...['0.0.0.1', '10.0.0.1', '100.64.0.1', '127.0.0.1', '169.254.0.1', '172.31.255.255', '192.0.0.0', '192.0.0.8'],
    ...['192.0.0.9', '192.0.0.10', '192.0.0.170', '192.0.2.1', '192.31.196.1', '192.52.193.1', '192.88.99.1'],
    ...['192.168.0.1', '192.175.48.1', '198.18.0.1', '198.19.255.255', '198.51.100.1', '203.0.113.1', '240.0.0.1'],
    ...['255.255.255.255', '::1', '::', '64:ff9b::1', '64:ff9b:1::1', '100::1', '100:0:0:1::1'],
    ...['2001::1', '2001:1::1', '2001:1::2', '2001:1::3', '2001:2::1', '2001:3::1', '2001:4:112::1', '2001:10::1'],
    ...['2001:20::1', '2001:30::1', '2001:db8::1', '2002::1', '2620:4f:8000::1', '3fff::1', '5f00::1', 'fc00::1'],
    ...['fe80::1', 'fec0::1', '168.63.129.16', '::ffff:168.63.129.16', '169.254.169.254', '100.100.100.200'],
    ...['192.0.0.192', 'fd00:ec2::254', 'fd20:ce::254'],
  ])('counts %s as not public', (address) => {
    const url = address.includes(':') ? `https://[${address}]/` : `https://${address}/`;
    expect(none.problemOf(new URL(url))).toMatch(/is not a public address, and WEBHOOK_NETWORKS does not contain it$/);
  });

  it('names the setting if http is not allowed', () => {
    for (const addresses of [none, some]) {
      expect(addresses.problemOf(new URL('http://93.184.215.14/'))).toMatch(
        /^must begin with https:.* WEBHOOK_NETWORKS$/,
      );
    }
  });

  it.each([true, false])('rejects a name that resolves to a private address (all: %s)', async (all) => {
    const error = await new Promise((resolve) => none.lookupFor('https:')('localhost', { all }, resolve));
    expect(String(error)).toMatch(/is not a public address, and WEBHOOK_NETWORKS does not contain it$/);
  });

  it('resolves a name of the hosts file to a configured address', async () => {
    const local = new Addresses({ WEBHOOK_NETWORKS: ['127.0.0.1', '::1'] });
    const [error, address, family] = await new Promise<unknown[]>((resolve) =>
      local.lookupFor('http:')('localhost', {}, (...found) => resolve(found)),
    );
    expect([error, address, family]).toEqual([null, '127.0.0.1', 4]);
  });
});
