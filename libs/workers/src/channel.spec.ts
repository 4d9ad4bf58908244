import { EventEmitter } from 'node:events';
import { Channel } from './channel.js';

/** Two connected ends, whose messages are JSON as those of processes. */
function connect() {
  const [one, other] = [new EventEmitter(), new EventEmitter()];
  const sendingTo = (peer: EventEmitter) => (message: unknown) => {
    const json = JSON.stringify(message);
    return setImmediate(() => peer.emit('message', JSON.parse(json)));
  };
  const end = (own: EventEmitter, peer: EventEmitter) =>
    new Channel(Object.assign(own, { send: sendingTo(peer) }) as unknown as NodeJS.Process);
  return { client: end(one, other), server: end(other, one), disconnect: () => one.emit('disconnect') };
}

describe('Channel', () => {
  it('responds to each request, in any order', async () => {
    const { client, server } = connect();
    server.handle('double', async (number: number) => {
      await new Promise((resolve) => setTimeout(resolve, 30 - number));
      return 2 * number;
    });
    expect(await Promise.all([client.request('double', 1), client.request('double', 20)])).toEqual([2, 40]);
  });

  it('rejects a request whose handler fails, or that nothing handles', async () => {
    const { client, server } = connect();
    server.handle('fail', () => {
      throw new Error('It failed');
    });
    await expect(client.request('fail')).rejects.toThrow('It failed');
    await expect(client.request('other')).rejects.toThrow('nothing handles "other"');
  });

  it('rejects a request without a response in time, and pending ones when the other process ends', async () => {
    const { client, server, disconnect } = connect();
    server.handle('wait', () => new Promise(() => undefined));
    await expect(client.request('wait', undefined, 5)).rejects.toThrow('no response within 5 ms');
    const pending = client.request('wait');
    disconnect();
    await expect(pending).rejects.toThrow('the process has ended');
  });
});
