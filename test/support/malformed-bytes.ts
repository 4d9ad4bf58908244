// HTTP messages with damaged bytes, as no client sends them.
import { once } from 'node:events';
import { connect } from 'node:net';
import fc from 'fast-check';
import { type Answer, parseAnswer } from './http.js';
import { PLACEHOLDERS } from './malformed-placeholders.js';

const KEY = `Host: localhost\r\nX-API-Key: ${PLACEHOLDERS.admin}\r\n`;
const TYPE = 'Content-Type: application/json\r\n';
const ATTEMPT = '{"answers":[],"totalTimeMs":1}';
const ATTEMPTS = `/api/quizzes/${PLACEHOLDERS.played}/attempts`;

const MESSAGES = [
  `GET /api/quizzes?page=1&limit=2 HTTP/1.1\r\n${KEY}\r\n`,
  `GET /api/quizzes/${PLACEHOLDERS.played} HTTP/1.1\r\nCookie: a=b\r\n${KEY}If-None-Match: "0-x"\r\nAccept: */*\r\n\r\n`,
  `POST ${ATTEMPTS} HTTP/1.1\r\n${KEY}${TYPE}Content-Length: ${ATTEMPT.length}\r\n\r\n${ATTEMPT}`,
  `POST ${ATTEMPTS} HTTP/1.1\r\n${KEY}${TYPE}Transfer-Encoding: chunked\r\n\r\n1e;a=b\r\n${ATTEMPT}\r\n0\r\nX-End: 1\r\n\r\n`,
  `PUT /api/quizzes/${PLACEHOLDERS.edited} HTTP/1.1\r\n${KEY}${TYPE}If-Match: "0-x"\r\nContent-Length: 2\r\n\r\n{}`,
  `POST /api/quizzes HTTP/1.1\r\nHost: localhost\r\n${TYPE}Expect: 100-continue\r\nContent-Length: 2\r\n\r\n{}`,
];

const BYTES = [
  ...[
    '\0',
    '\r',
    '\n',
    '\r\n',
    '\r\n\r\n',
    ':',
    ' ',
    '\t',
    ',',
    ';',
    '"',
    '%',
    '/',
    '?',
    '#',
    '=',
    '0',
    '9',
    'f',
    '-',
    '+',
  ],
  ...['\x7f', '\x80', '\xc3\xbc', '\xff', 'HTTP/1.1', 'GET / ', 'é', '0\r\n\r\n', 'X-Long: ', 'x'.repeat(3_000)],
  ...[
    '\r\nContent-Length: 5',
    '\r\nContent-Length: -1',
    '\r\nTransfer-Encoding: chunked',
    '\r\nTransfer-Encoding: gzip',
  ],
  ...['\r\nConnection: close', '\r\nUpgrade: h2c\r\nConnection: Upgrade', '\r\nExpect: 100-continue', '\r\nHost: x'],
];

const damage = fc.record({
  at: fc.nat(250),
  length: fc.constantFrom(0, 0, 1, 1, 4, 40),
  bytes: fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...BYTES) }, { weight: 1, arbitrary: fc.constant('') }),
});

/** Messages in latin1, with up to three damages, some broken off. */
export const damagedMessages: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom(...MESSAGES), fc.array(damage, { maxLength: 3 }), fc.option(fc.nat(300), { freq: 5 }))
  .map(([message, damages, end]) => {
    const damaged = damages.reduce(
      (text, { at, length, bytes }) => text.slice(0, at) + bytes + text.slice(at + length),
      message,
    );
    return end === null ? damaged : damaged.slice(0, end);
  });

const LAST = 'GET /health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';

/** Silence after which a message counts as unfinished, in milliseconds. */
const SILENCE_MS = 200;

/** Sends a message and, behind it, one that ends the connection. @returns all that came back, in latin1 */
export async function say(url: string, message: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  let received = '';
  socket.setEncoding('latin1');
  socket.on('data', (part: string) => (received += part));
  // Bytes that arrive at a closed connection reset it: what was received by then counts.
  socket.on('error', () => undefined);
  socket.setTimeout(SILENCE_MS, () => socket.end());
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(message + LAST, 'latin1');
  await closed;
  return received;
}

/** The responses in the received bytes, without interim ones. @throws Error if they are no sequence of responses */
export function answersIn(received: string): Answer[] {
  const answers: Answer[] = [];
  let rest = received;
  while (rest !== '') {
    const head = /^HTTP\/1\.1 \d{3} [^]*?\r\n\r\n/.exec(rest)?.[0];
    if (head === undefined) throw new Error(`No answer: ${JSON.stringify(rest.slice(0, 200))}`);
    const answer = parseAnswer(rest);
    rest = rest.slice(head.length + answer.text.length);
    if (answer.status >= 200) answers.push(answer);
  }
  return answers;
}
