import { createHash } from 'node:crypto';
import { vi } from 'vitest';
import { Background, Database } from '#libs/database';
import { Backoffice } from '../../../test/support/backoffice.js';
import { query } from '../../../test/support/database.js';
import {
  createPlayer,
  createQuiz,
  deleteQuiz,
  type Player,
  quizBody,
  updateQuiz,
} from '../../../test/support/factories.js';
import { ANIMATED_GIF, exif, JPEG, jpegWith, png, pngChunk, WEBP } from '../../../test/support/images.js';
import { send } from '../../../test/support/http.js';
import { type Service, startService } from '../../../test/support/service.js';
import { purgeQuiz } from '../../../test/support/trash.js';

let service: Service;
let admin: Player;

beforeAll(async () => {
  service = await startService();
  admin = await createPlayer(service, 'admin');
});

afterAll(() => service.close());

async function upload(file: Buffer, backoffice = service.backoffice): Promise<string> {
  return (await backoffice.read<{ url: string }>('/images', file)).url;
}

async function statusAndBody(file: Buffer): Promise<[number, unknown]> {
  const response = await service.backoffice.upload('/images', file);
  return [response.status, await response.json()];
}

const statusOf = async (url: string) => (await fetch(url)).status;

describe('POST /images', () => {
  it.each([
    ['png', png()],
    ['jpeg', JPEG],
    ['webp', WEBP],
    ['gif', ANIMATED_GIF],
  ])('stores a %s at the hash of its bytes, once', async (type, file) => {
    const hash = createHash('sha256').update(file).digest('hex');
    const url = `${service.url}/images/${hash}.${type}`;
    expect([await upload(file), await upload(file)]).toEqual([url, url]);
    const response = await fetch(url);
    expect(response.headers.get('content-type')).toBe(`image/${type}`);
    expect(Buffer.from(await response.arrayBuffer()).equals(file)).toBe(true);
  });

  it('stores no metadata', async () => {
    const secret = 'GPS 48.8584 N, 2.2945 E';
    const url = await upload(jpegWith(exif(secret)));
    expect(await upload(png({ shade: 1, chunks: [pngChunk('tEXt', Buffer.from(secret))] }))).toBe(
      await upload(png({ shade: 1 })),
    );
    expect(await (await fetch(url)).text()).not.toContain('GPS');
    const stored = await query<{ content: Buffer }>(service.databaseUrl, 'SELECT content FROM images');
    expect(stored.filter(({ content }) => content.includes('GPS'))).toEqual([]);
  });

  it.each([
    ['a page', Buffer.from('<script>alert(1)</script>'), 'The file is not an image in PNG, JPEG, WebP or GIF'],
    [
      'a drawing',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      'The file is not an image in PNG, JPEG, WebP or GIF',
    ],
    ['a part of an image', png().subarray(0, -5), 'The image is damaged or incomplete'],
    ['a bomb', png({ width: 60_000, height: 60_000 }), 'The image has 60000 × 60000 pixels. Save it in a smaller size'],
  ])('rejects %s', async (_, file, error) => {
    expect(await statusAndBody(file)).toEqual([422, { error }]);
  });

  it('accepts 2 MB, and rejects more', async () => {
    // The pixels are the rest of the file.
    const padding = 2_000_000 - png({ chunks: [pngChunk('iCCP', Buffer.alloc(0))] }).length;
    const largest = png({ chunks: [pngChunk('iCCP', Buffer.alloc(padding, 7))] });
    const bytes = await (await fetch(await upload(largest))).arrayBuffer();
    expect(Buffer.from(bytes).equals(largest)).toBe(true);
    const larger = Buffer.concat([largest, Buffer.alloc(1)]);
    expect(await statusAndBody(larger)).toEqual([413, { error: 'Request body is too large' }]);
  });

  it('is in the audit log when it is stored, with who uploaded which image', async () => {
    const url = await upload(png({ shade: 4 }));
    await upload(png({ shade: 4 }));
    const name = url.slice(url.lastIndexOf('/') + 1);
    const id = name.slice(0, 32).replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    const filter = `action=image.uploaded&subjectKind=image&subjectId=${id}`;
    const { entries } = await service.backoffice.call<{ entries: object[] }>('GET', `/audit?${filter}`);
    const entry = { actorId: service.backoffice.userId, subject: { kind: 'image', id, name }, details: {} };
    expect(entries).toMatchObject([entry]);
  });

  it('rejects an image beyond 200 MB of a user in an hour', async () => {
    const { id } = await service.backoffice.call<{ id: string }>('POST', '/users', {
      ...{ email: 'many@example.com', displayName: 'Many', role: 'editor', password: 'a password of an editor' },
    });
    const editor = await Backoffice.signIn(service.url, {
      email: 'many@example.com',
      password: 'a password of an editor',
    });
    await query(
      service.databaseUrl,
      `INSERT INTO images (hash, type, content, uploaded_by, uploaded_at)
       SELECT sha256(number::text::bytea), 'png', convert_to(repeat('x', 2000000), 'UTF8'), $1, now() - number * interval '30 seconds'
       FROM generate_series(1, 100) AS number`,
      [id],
    );
    const response = await editor.upload('/images', png({ shade: 2 }));
    expect([response.status, await response.json(), response.headers.get('retry-after')]).toEqual([
      429,
      { error: 'Too many images in an hour. Please try again later.' },
      '600',
    ]);
    await query(
      service.databaseUrl,
      `UPDATE images SET uploaded_at = uploaded_at - interval '15 minutes' WHERE uploaded_by = $1`,
      [id],
    );
    expect(await statusOf(await upload(png({ shade: 2 }), editor))).toBe(200);
  });

  it('returns addresses at SITE_URL', async () => {
    const site = await startService({ SITE_URL: 'https://quiz.example.com', DATABASE_URL: service.databaseUrl });
    expect(await upload(png(), site.backoffice)).toMatch(/^https:\/\/quiz\.example\.com\/images\/[0-9a-f]{64}\.png$/);
    await site.close();
  });
});

describe('GET /images/:name', () => {
  let url: string;

  beforeAll(async () => {
    url = await upload(png());
  });

  it('lets browsers cache and show the image, and take it for nothing else', async () => {
    const { headers } = await fetch(url);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(png().length),
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      etag: `"${url.slice(url.lastIndexOf('/') + 1)}"`,
    });
  });

  it('answers HEAD, and conditional requests', async () => {
    const head = await fetch(url, { method: 'HEAD' });
    const etag = head.headers.get('etag') ?? '';
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
      200,
      String(png().length),
      '',
    ]);
    const { status, headers, text } = await send(service.url, 'GET', new URL(url).pathname, {
      headers: { 'if-none-match': etag },
    });
    expect([status, text, headers.etag, headers['content-type'], headers['cache-control']]).toEqual([
      304,
      '',
      etag,
      undefined,
      'public, max-age=31536000, immutable',
    ]);
    expect((await fetch(url, { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
  });

  it('reads the content only for a GET that returns it', async () => {
    const path = new URL(url).pathname;
    const headers = { 'if-none-match': `"${path.slice('/images/'.length)}"` };
    const queries = vi.spyOn(service.app.get(Database), 'query');
    const statusTo = async (method: string, options = {}) => (await send(service.url, method, path, options)).status;
    expect(await statusTo('HEAD')).toBe(200);
    expect(await statusTo('HEAD', { headers })).toBe(304);
    expect(await statusTo('GET', { headers })).toBe(304);
    expect(await statusTo('GET')).toBe(200);
    expect(queries.mock.calls.filter(([{ text }]) => text.includes('substring(content'))).toHaveLength(1);
  });

  it('is 404 for other names', async () => {
    const unknown = [
      url.replace('.png', '.gif'),
      url.replace('.png', '.svg'),
      url.replace('.png', ''),
      url.replace(/[0-9a-f]{64}/, 'a'.repeat(64)),
      url.replace(/[0-9a-f]{64}/, (hash) => hash.toUpperCase()),
      `${service.url}/images/`,
      `${service.url}/images/..%2Fadmin`,
    ];
    for (const address of unknown) {
      const response = await fetch(address);
      expect([response.status, await response.json()]).toEqual([404, { error: 'Not found' }]);
      expect(response.headers.get('cache-control')).toBe('private, no-cache');
    }
    expect((await fetch(url, { method: 'DELETE' })).status).toBe(405);
  });
});

describe('unused images', () => {
  const age = (column: string) => query(service.databaseUrl, `UPDATE images SET ${column} = now() - interval '8 days'`);
  const deleteUnused = () => service.app.get(Background).run('Deleting unused images');

  it('are deleted a week after their last upload', async () => {
    const [once, twice] = [await upload(png({ shade: 10 })), await upload(png({ shade: 11 }))];
    await age('uploaded_at');
    await upload(png({ shade: 11 }));
    await deleteUnused();
    expect([await statusOf(once), await statusOf(twice)]).toEqual([404, 200]);
  });

  it('are not those of any version of a quiz, nor of one in the trash', async () => {
    const [cover, question, unused] = [
      await upload(png({ shade: 12 })),
      await upload(png({ shade: 13 })),
      await upload(png({ shade: 14 })),
    ];
    const statuses = () => Promise.all([cover, question, unused].map(statusOf));
    const quiz = await createQuiz(admin, quizBody(1, { heroImageUrl: cover }));
    const [first] = quizBody(1).questions;
    if (first === undefined) throw new Error('There is no question');
    const questions = [{ ...first, imageUrl: question }];
    await updateQuiz(admin, quiz.id, quizBody(1, { heroImageUrl: cover, questions }));
    await updateQuiz(admin, quiz.id, quizBody(1, { heroImageUrl: cover }));
    await age('uploaded_at');
    await deleteUnused();
    expect(await statuses()).toEqual([200, 200, 404]);
    await deleteQuiz(admin, quiz.id);
    await deleteUnused();
    expect(await statuses()).toEqual([200, 200, 404]);
  });

  it('are deleted a week after the quiz was deleted for good', async () => {
    const url = await upload(png({ shade: 16 }));
    const quiz = await createQuiz(admin, quizBody(1, { heroImageUrl: url }));
    await age('uploaded_at');
    await deleteQuiz(admin, quiz.id);
    await purgeQuiz(service, quiz.id);
    await deleteUnused();
    expect(await statusOf(url)).toBe(200);
    await age('released_at');
    await deleteUnused();
    expect(await statusOf(url)).toBe(404);
  });

  it('are a former cover, a week after it was replaced, unless a version of the quiz has it too', async () => {
    const [former, shared, latest] = [
      await upload(png({ shade: 17 })),
      await upload(png({ shade: 18 })),
      await upload(png({ shade: 19 })),
    ];
    const [question] = quizBody(1).questions;
    if (question === undefined) throw new Error('There is no question');
    // At another origin it is the same image.
    const imageUrl = shared.replace(service.url, 'https://old.example.com');
    const quiz = await createQuiz(admin, quizBody(1, { heroImageUrl: former, questions: [{ ...question, imageUrl }] }));
    for (const heroImageUrl of [shared, latest]) await updateQuiz(admin, quiz.id, quizBody(1, { heroImageUrl }));
    const statuses = () => Promise.all([former, shared, latest].map(statusOf));
    await age('uploaded_at');
    await deleteUnused();
    expect(await statuses()).toEqual([200, 200, 200]);
    await age('released_at');
    await deleteUnused();
    expect(await statuses()).toEqual([404, 200, 200]);
  });

  it('are those that no other quiz has', async () => {
    const url = await upload(png({ shade: 15 }));
    const [one] = [
      await createQuiz(admin, quizBody(1, { heroImageUrl: url })),
      await createQuiz(admin, quizBody(1, { heroImageUrl: url })),
    ];
    await deleteQuiz(admin, one.id);
    await purgeQuiz(service, one.id);
    await age('uploaded_at');
    await age('released_at');
    await deleteUnused();
    expect(await statusOf(url)).toBe(200);
  });
});
