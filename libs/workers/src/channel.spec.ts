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
  return { asking: end(one, other), answering: end(other, one), disconnect: () => one.emit('disconnect') };
}

describe('Channel', () => {
  it('answers each question, in any order', async () => {
    const { asking, answering } = connect();
    answering.answer('double', async (number: number) => {
      await new Promise((resolve) => setTimeout(resolve, 30 - number));
      return 2 * number;
    });
    expect(await Promise.all([asking.ask('double', 1), asking.ask('double', 20)])).toEqual([2, 40]);
  });

  it('rejects a question whose handler fails, or that nothing answers', async () => {
    const { asking, answering } = connect();
    answering.answer('fail', () => {
      throw new Error('It failed');
    });
    await expect(asking.ask('fail')).rejects.toThrow('It failed');
    await expect(asking.ask('other')).rejects.toThrow('nothing answers "other"');
  });

  it('rejects what is not answered when the other process ends', async () => {
    const { asking, answering, disconnect } = connect();
    answering.answer('wait', () => new Promise(() => undefined));
    const waiting = asking.ask('wait');
    disconnect();
    await expect(waiting).rejects.toThrow('the process has ended');
  });
});
