// Loads and times a service.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import autocannon from 'autocannon';
import { findProgram } from '../support/cluster/programs.js';

const CONNECTIONS = 64;
/** Different requests that are generated before a measurement, so that the generator uses little processor time during it. */
const REQUESTS = 20_000;

const wrk = findProgram('wrk');

/** The generator of the load. wrk takes less processor time. An empty WRK selects autocannon. */
export const GENERATOR = wrk ? 'wrk' : 'autocannon';

/** @param share such as 0.99 for p99 */
export const quantile = (values, share) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length * share)];

export const median = (values) => quantile(values, 0.5);

export const pick = (list) => list[Math.floor(Math.random() * list.length)];

/** Sends requests over 64 connections for some seconds. @returns requests per second, p99 in milliseconds, and the number of requests */
export async function load(url, toRequest, seconds) {
  const requests = Array.from({ length: REQUESTS }, toRequest);
  const result = await (wrk ? loadWithWrk : loadWithAutocannon)(url, requests, seconds);
  if (result.failed > 0) throw new Error(`${result.failed} requests failed`);
  return result;
}

async function loadWithAutocannon(url, requests, seconds) {
  const share = Math.floor(requests.length / CONNECTIONS);
  let connection = 0;
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: seconds,
    setupClient: (client) => client.setRequests(requests.slice(connection * share, ++connection * share)),
  });
  return {
    rate: result.requests.total / result.duration,
    p99: result.latency.p99,
    requests: result.requests.total,
    failed: result.non2xx + result.errors,
  };
}

/** Sends the requests of a file, and writes the result as JSON. */
const SCRIPT = `
local requests, next = {}, 0
function init(args)
  for text in io.open(args[1], 'rb'):read('*a'):gmatch('([^%z]+)') do requests[#requests + 1] = text end
end
function request()
  next = next % #requests + 1
  return requests[next]
end
function done(summary, latency)
  local errors = summary.errors
  print(string.format('{"requests":%d,"micros":%d,"p99":%f,"failed":%d}', summary.requests, summary.duration,
    latency:percentile(99) / 1000, errors.connect + errors.read + errors.write + errors.timeout + errors.status))
end
`;

async function loadWithWrk(url, requests, seconds) {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  try {
    const [script, file] = [join(folder, 'load.lua'), join(folder, 'requests')];
    await writeFile(script, SCRIPT);
    const { host } = new URL(url);
    await writeFile(file, requests.map((one) => toText(host, one)).join('\0'));
    const options = ['-t', 1, '-c', CONNECTIONS, '-d', seconds, '--timeout', 10, '-s', script, url, '--', file];
    const { stdout } = await promisify(execFile)(wrk, options.map(String));
    const { micros, ...result } = JSON.parse(stdout.slice(stdout.lastIndexOf('{"requests"')));
    return { rate: (result.requests * 1_000_000) / micros, ...result };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** A request as HTTP/1.1 sends it. */
export function toText(host, { method, path, headers, body = '' }) {
  const all = { host, ...headers, ...(body && { 'content-length': Buffer.byteLength(body) }) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}

/** Sends requests one after the other over one connection. @returns their durations, in milliseconds */
export async function time(url, requests) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times = [];
  try {
    for (const { method, path, headers, body } of requests) {
      const from = performance.now();
      const status = await new Promise((resolve, reject) => {
        const sent = request(url + path, { agent, method, headers }, (response) => {
          response.resume().on('end', () => resolve(response.statusCode));
        });
        sent.on('error', reject).end(body);
      });
      times.push(performance.now() - from);
      if (status >= 300) throw new Error(`${method} ${path} was answered ${status}`);
    }
  } finally {
    agent.destroy();
  }
  return times;
}

/** Sends requests at a rate, over many connections, until it is stopped. @returns a function that stops it and returns the reached rate */
export function pace(url, toRequest, perSecond) {
  const from = performance.now();
  const run = autocannon({
    url,
    connections: 32,
    duration: 3_600,
    overallRate: perSecond,
    setupClient: (client) => client.setRequests(Array.from({ length: 1_000 }, toRequest)),
  });
  let answered = 0;
  run.on('response', (_client, status) => (answered += status < 300 ? 1 : 0));
  return async () => {
    const rate = (answered * 1_000) / (performance.now() - from);
    run.stop();
    await run;
    return rate;
  };
}
