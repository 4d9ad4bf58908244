// Loads and times a service.
import { Agent, request } from 'node:http';
import autocannon from 'autocannon';

const CONNECTIONS = 64;
const REQUESTS_OF_A_CONNECTION = 300;

export const median = (values) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];

export const pick = (list) => list[Math.floor(Math.random() * list.length)];

/** Sends requests over 64 connections for some seconds. @returns requests per second, p99 in milliseconds, and the number of requests */
export async function load(url, toRequest, seconds) {
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: seconds,
    // Created before the measurement, so that the generator uses little processor time during it.
    setupClient: (client) => client.setRequests(Array.from({ length: REQUESTS_OF_A_CONNECTION }, toRequest)),
  });
  const failed = result.non2xx + result.errors;
  if (failed > 0) throw new Error(`${failed} requests failed: ${JSON.stringify(result.statusCodeStats)}`);
  const requests = result.requests.total;
  return { rate: requests / result.duration, p99: result.latency.p99, requests };
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
