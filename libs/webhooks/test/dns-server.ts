import { createSocket } from 'node:dgram';
import { getServers, setServers } from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';

/** The fields of an answer: a name that is repeated from byte 12, type A, class IN, no time to live, 4 bytes. */
const ANSWER = [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, 127, 0, 0, 1];

/** The same of type CNAME: the 6 bytes of the name `gone`. */
const ALIAS = [0xc0, 12, 0, 5, 0, 1, 0, 0, 0, 0, 0, 6, 4, ...Buffer.from('gone'), 0];

const TYPE_A = 1;

/** Also for modules that have imported functions of `node:dns`, which are others then. */
function useServers(addresses: readonly string[]): void {
  setServers(addresses);
  syncBuiltinESMExports();
}

/**
 * A DNS server for this process. It knows each name that begins with "known" as 127.0.0.1, also one that begins with
 * "half", but then does not answer whether it has IPv6 addresses, and each that begins with "alias" as another name of a
 * host without addresses. It never answers questions for others.
 */
export class DnsServer {
  readonly asked: string[] = [];
  private readonly socket = createSocket('udp4');
  private readonly former = getServers();

  static async start(): Promise<DnsServer> {
    const server = new DnsServer();
    server.socket.on('message', (query, { port, address }) => {
      const answer = server.answer(query);
      if (answer !== undefined) server.socket.send(answer, port, address);
    });
    await new Promise<void>((resolve) => server.socket.bind(0, '127.0.0.1', resolve));
    useServers([`127.0.0.1:${server.socket.address().port}`]);
    return server;
  }

  close(): Promise<void> {
    useServers(this.former);
    return new Promise((resolve) => this.socket.close(resolve));
  }

  /** RFC 1035, 4.1: a header of 12 bytes, then the question, which ends with its type and class. */
  private answer(query: Buffer): Buffer | undefined {
    const labels: string[] = [];
    let at = 12;
    for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
      labels.push(query.toString('latin1', at + 1, at + 1 + length));
      at += 1 + length;
    }
    const name = labels.join('.');
    this.asked.push(name);
    const isAlias = name.startsWith('alias');
    const isIpv4 = query.readUInt16BE(at + 1) === TYPE_A;
    if (!isAlias && !name.startsWith('known') && !(isIpv4 && name.startsWith('half'))) return undefined;
    const answers = isAlias ? [ALIAS] : isIpv4 ? [ANSWER] : [];
    const header = Buffer.from([...query.subarray(0, 2), 0x81, 0x80, 0, 1, 0, answers.length, 0, 0, 0, 0]);
    return Buffer.concat([header, query.subarray(12, at + 5), Buffer.from(answers.flat())]);
  }
}
