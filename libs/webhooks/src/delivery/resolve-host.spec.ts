import { addressesIn } from './resolve-host.js';

const HOSTS = `
# 10.0.0.9 commented
127.0.0.1\tlocalhost
::1  localhost ip6-localhost
10.0.0.1 Receiver other # receiver-2
`;

it.each([
  ['localhost', ['127.0.0.1', '::1'], [4, 6]],
  ['receiver', ['10.0.0.1'], [4]],
  ['other', ['10.0.0.1'], [4]],
  ['receiver-2', [], []],
  ['commented', [], []],
  ['10.0.0.1', [], []],
])('addressesIn: finds the addresses of %s', (name, addresses, families) => {
  const found = addressesIn(HOSTS, name);
  expect(found.map(({ address }) => address)).toEqual(addresses);
  expect(found.map(({ family }) => family)).toEqual(families);
});
