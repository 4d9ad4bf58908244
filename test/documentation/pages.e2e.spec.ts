import { errorCodesOf, operationsOf } from '#libs/http';
import { describeService } from '../../apps/api/src/documentation/descriptions.js';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { load } from 'js-yaml';
import { send } from '../support/http.js';
import { sharedService, type SharedService } from '../support/service.js';

const FOLDER = fileURLToPath(new URL('../../docs/api', import.meta.url));
const names = readdirSync(FOLDER).map((file) => file.replace(/^\d+-/, '').replace(/\.md$/, ''));
const GUIDES = names.map((name) => (name === 'README' ? '/docs' : `/docs/${name}`));
const PAGES = [...GUIDES, '/docs/', '/docs/changelog', '/docs/reference'];

let service: SharedService;
beforeAll(async () => (service = await sharedService()));
const get = (path: string, headers: Record<string, string> = {}) => send(service.url, 'GET', path, { headers });

describe.each(PAGES)('%s', (path) => {
  it('is a page, for GET and HEAD', async () => {
    const { status, text, headers } = await get(path);
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(text).toMatch(/^<!doctype html>\n<html lang="en">/);
    expect(text.match(/<h1[ >]/g)).toHaveLength(1);
    const head = await send(service.url, 'HEAD', path);
    expect([head.status, head.headers.etag, head.text]).toEqual([200, headers.etag, '']);
  });

  it('is confirmed by its ETag, and compressed', async () => {
    const { headers } = await get(path);
    expect(headers['cache-control']).toBe('private, no-cache');
    expect((await get(path, { 'if-none-match': String(headers.etag) })).status).toBe(304);
    const compressed = await get(path, { 'accept-encoding': 'br' });
    expect(compressed.headers['content-encoding']).toBe('br');
    expect(compressed.headers.etag).toBe(`W/${String(headers.etag)}`);
  });

  it('has no script of its own, and links to what exists', async () => {
    const { text } = await get(path);
    expect(text).not.toMatch(/<script(?![^>]*\bsrc=)|\son\w+=|style=/);
    for (const [, link = ''] of text.matchAll(/(?:href|src)="([^"]*)"/g)) {
      const url = new URL(link.replaceAll('&amp;', '&'), service.url + path);
      if (link.startsWith('https:')) continue;
      expect(url.origin).toBe(service.url);
      const target = await get(url.pathname);
      expect([link, target.status]).toEqual([link, 200]);
      // The anchors of the reference are those of Swagger UI.
      if (url.hash !== '' && !url.hash.startsWith('#/')) expect(target.text).toContain(`id="${url.hash.slice(1)}"`);
    }
  });
});

it.each([
  '/docs/unknown',
  '/docs/README',
  '/docs/unknown.md',
  '/docs/reference.md',
  '/docs/first-call/x',
  '/docs/search',
  '/docs/%2e%2e',
])('%s: does not exist', async (path) => {
  const { status, text, headers } = await get(path);
  expect([status, text]).toEqual([404, '{"error":"Not found"}']);
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
});

it.each([...GUIDES, '/docs/changelog'])('%s.md is the same in Markdown', async (path) => {
  const { status, text, headers } = await get(`${path}.md`);
  expect([status, headers['content-type']]).toEqual([200, 'text/markdown; charset=utf-8']);
  expect(text).toMatch(/^# /);
  expect(text).not.toContain('<!--');
  for (const [, link = ''] of text.matchAll(/\]\(([^)#]+)/g)) {
    if (link.startsWith('https:')) continue;
    expect(link).toMatch(/^\/docs/);
    expect([link, (await get(link)).status]).toEqual([link, 200]);
  }
});

it('/llms.txt lists the guides', async () => {
  const { status, text, headers } = await get('/llms.txt');
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(text).toMatch(/^# Quiz service API\n\n> \S/);
  const links = [...text.matchAll(/^- \[[^\]]+\]\(([^)]+)\): \S/gm)].map(([, link = '']) => link);
  const guides = GUIDES.filter((path) => path !== '/docs').map((path) => `${service.url}${path}.md`);
  expect(links).toEqual(expect.arrayContaining([...guides, `${service.url}/docs/openapi.json`]));
  for (const link of links) expect((await get(new URL(link).pathname)).status).toBe(200);
});

it.each(['json', 'yaml'])('/docs/openapi.%s has the address at which it was requested', async (form) => {
  const { text } = await get(`/docs/openapi.${form}`, { host: 'quiz.example.com:8080' });
  expect(text).toMatch(/\burl"?: ?"?http:\/\/quiz\.example\.com:8080\/api\b/);
});

it('/docs/openapi.yaml says what /docs/openapi.json says', async () => {
  const yaml = await Promise.all([get('/docs/openapi.yaml'), get('/docs/openapi.yaml')]);
  const json = JSON.parse((await get('/docs/openapi.json')).text) as unknown;
  for (const { text } of yaml) expect(load(text)).toEqual(json);
});

it('/docs/search.json finds an operation by a field of its bodies or parameters', async () => {
  const entries = JSON.parse((await get('/docs/search.json')).text) as { in: string; text: string }[];
  const withWord = (word: string) => entries.filter(({ text }) => text.includes(word)).map((entry) => entry.in);
  expect(withWord('maxAttempts')).toEqual(expect.arrayContaining(['POST /quizzes', 'GET /quizzes/{id}']));
  expect(withWord('updatedSince')).toContain('GET /quizzes');
  expect(withWord('correctAnswerId')).toContain('POST /quizzes/{id}/attempts');
});

it('no two pages have the same title, which does not repeat the name of the site', async () => {
  const titles: string[] = [];
  for (const path of PAGES.filter((one) => one !== '/docs/')) {
    const { text } = await get(path);
    expect(/<h1[^>]*>(.*?)<\/h1>/.exec(text)?.[1]).not.toBe('Quiz service API');
    titles.push(/<title>(.*?)<\/title>/.exec(text)?.[1] ?? '');
  }
  expect(new Set(titles).size).toBe(titles.length);
  for (const title of titles) expect(title.match(/Quiz service API/g)).toHaveLength(1);
});

it('/docs/reference shows code in the meanings of headers as code', async () => {
  const { text } = await get('/docs/reference');
  expect(text).toContain('<code>q</code> requests in a window of <code>w</code> seconds');
  expect(text).not.toContain('`');
});

it('/docs/errors has every error of the description with its status and text', async () => {
  const { text } = await get('/docs/errors');
  const plain = text.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
  const codes = errorCodesOf(describeService(service.app).api);
  expect(codes.length).toBeGreaterThan(20);
  for (const { status, code, text: error } of codes) expect(plain).toContain(`${status} ${code} ${error}`);
});

it('/docs/rights has every operation', async () => {
  const { text } = await get('/docs/rights');
  expect(text.match(/href="\/docs\/reference#[^"]*"><code>/g)?.length).toBeGreaterThanOrEqual(
    operationsOf(describeService(service.app).api).length,
  );
});

it('the guides name operations and error codes that exist', async () => {
  const document = describeService(service.app).api;
  const codes = errorCodesOf(document).map(({ code }) => code);
  const { text: navigation } = await get('/docs/search.json');
  const operations = (JSON.parse(navigation) as { in: string }[]).map((entry) => entry.in);
  const found = new Set<string>();
  for (const file of readdirSync(FOLDER)) {
    const text = readFileSync(`${FOLDER}/${file}`, 'utf8').replaceAll(/```[^]*?```/g, '');
    for (const [, span = ''] of text.matchAll(/`([^`]+)`/g)) {
      if (/^(GET|POST|PUT|PATCH|DELETE) \//.test(span)) expect(operations).toContain(span);
      else if (/^[a-z]+(_[a-z]+)+$/.test(span)) expect(codes).toContain(span);
      else continue;
      found.add(span);
    }
  }
  expect(found.size).toBeGreaterThan(15);
});

it('/docs/search.json has every operation and every heading of the guides, with their addresses', async () => {
  const { text } = await get('/docs/search.json');
  const entries = JSON.parse(text) as { title: string; path: string }[];
  expect(entries).toContainEqual(
    expect.objectContaining({ title: 'Get a quiz', in: 'GET /quizzes/{id}', path: '/docs/reference#/Quizzes/getQuiz' }),
  );
  for (const path of GUIDES) {
    const { text: page } = await get(path);
    const anchors = [...page.matchAll(/<h\d id="([^"]*)"/g)].map(([, anchor = '']) => `${path}#${anchor}`);
    expect(entries.map((entry) => entry.path)).toEqual(expect.arrayContaining(anchors));
  }
});
