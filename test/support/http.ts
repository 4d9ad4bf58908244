// Requests that neither `fetch` nor the typed client can send: odd targets, methods and bytes.
import { Agent, type IncomingHttpHeaders, request as httpRequest } from 'node:http';
import { connect } from 'node:net';

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

export interface RequestOptions {
  /** A list is sent as several headers. */
  headers?: Record<string, string | string[]>;
  /** Sent with its Content-Length; a list is sent in chunks. */
  body?: string | Buffer | Buffer[];
  agent?: Agent | false;
  /** The local address that it is sent from. */
  localAddress?: string;
}

/** Sends a request with its method and target unchanged. */
export function send(url: string, method: string, target: string, options: RequestOptions = {}): Promise<Answer> {
  const { headers = {}, body, agent, localAddress } = options;
  const isChunked = Array.isArray(body);
  const framing = isChunked
    ? { 'transfer-encoding': 'chunked' }
    : body !== undefined && { 'content-length': String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, {
      method,
      path: target,
      headers: { ...framing, ...headers },
      agent,
      localAddress,
    });
    request.once('response', (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.once('error', reject);
      response.once('end', () => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text: Buffer.concat(parts).toString() });
      });
    });
    request.once('error', reject);
    if (isChunked) for (const part of body) request.write(part);
    request.end(isChunked ? undefined : body);
  });
}

/** Sends bytes over a new connection. @returns everything that arrives until the server closes it */
export function exchange(url: string, ...bytes: (string | Buffer)[]): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let received = '';
    socket.setEncoding('latin1');
    socket.once('error', reject);
    socket.once('close', () => resolve(received));
    socket.write(Buffer.concat(bytes.map((part) => Buffer.from(part))), () => {
      socket.on('data', (part: string) => (received += part));
    });
  });
}

/** Parses the first response in the result of {@link exchange}. */
export function parseAnswer(received: string): Answer {
  const [head = '', text = ''] = received.split(/\r\n\r\n([^]*)/, 2);
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  return {
    status: Number(statusLine.split(' ')[1]),
    headers,
    text: text.slice(0, Number(headers['content-length'] ?? 0)),
  };
}

/** Parses all responses to pipelined requests. None of the requests may be a HEAD. */
export function parseAnswers(received: string): Answer[] {
  const answers: Answer[] = [];
  for (let rest = received; rest !== '';) {
    const answer = parseAnswer(rest);
    answers.push(answer);
    rest = rest.slice(rest.indexOf('\r\n\r\n') + 4 + answer.text.length);
  }
  return answers;
}
