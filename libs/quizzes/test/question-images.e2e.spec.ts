// Images of questions in files.
import { query } from '../../../test/support/database.js';
import { quizBody } from '../../../test/support/factories.js';
import { exif, JPEG, jpegWith, png } from '../../../test/support/images.js';
import { sharedService, type SharedService, startService } from '../../../test/support/service.js';

interface Reading {
  questions: {
    question: { text: string; imageUrl: string | null; answers: { text: string; isCorrect: boolean }[] };
    dropped: { what: string }[];
  }[];
}

let service: SharedService;

beforeAll(async () => {
  service = await sharedService();
});

const read = ({ backoffice }: SharedService, text: string, format = 'moodle-xml') =>
  backoffice.read<Reading>('/quizzes/question-reading', text, { format });

const question = (html: string, file = '') =>
  `<quiz><question type="multichoice"><questiontext format="html"><text><![CDATA[${html}]]></text>${file}</questiontext>
    <answer fraction="100"><text>b</text></answer><answer fraction="0"><text>c</text></answer></question></quiz>`;

const bytesAt = async (url: string | null | undefined) =>
  Buffer.from(await (await fetch(url ?? '')).arrayBuffer()).toString('base64');

it.each([
  [
    'attached',
    question(
      '<p>a <img src="@@PLUGINFILE@@/b.jpg"></p>',
      `<file name="b.jpg" path="/" encoding="base64">${jpegWith(exif('48.8584 N')).toString('base64')}</file>`,
    ),
  ],
  ['inside a text', question(`a<img src="data:image/jpeg;base64,${jpegWith(exif('48.8584 N')).toString('base64')}">`)],
])('POST /quizzes/question-reading: stores an image that is %s, without its metadata', async (_, xml) => {
  const { questions } = await read(service, xml);
  const [one] = questions;
  expect([one?.question.text, one?.dropped]).toEqual(['a', []]);
  expect(one?.question.imageUrl).toMatch(new RegExp(`^${service.url}/images/[0-9a-f]{64}\\.jpeg$`));
  expect(await bytesAt(one?.question.imageUrl)).toBe(jpegWith(exif('')).toString('base64'));
});

it('POST /quizzes/question-reading: keeps the address of an image of another host, also in GIFT', async () => {
  const url = 'https://example.com/a.png';
  const { questions } = await read(service, `[html]<p>a <img src\\="https\\://example.com/a.png"></p>{=b ~c}`, 'gift');
  expect(questions).toMatchObject([{ question: { text: 'a', imageUrl: url }, dropped: [] }]);
});

it('POST /quizzes/question-reading: reports what is no image, and stores nothing', async () => {
  const before = await query(service.databaseUrl, 'SELECT hash FROM images');
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64');
  const { questions } = await read(service, question(`a<img src="data:image/svg+xml;base64,${svg}">`));
  expect(questions).toMatchObject([{ question: { text: 'a', imageUrl: null }, dropped: [{ what: 'image' }] }]);
  expect(await query(service.databaseUrl, 'SELECT hash FROM images')).toEqual(before);
});

it('GET /quizzes/:id/export: an empty service has the same quiz again, with its images', async () => {
  const images = [png(), JPEG];
  const urls = await Promise.all(
    images.map(async (image) => (await service.backoffice.read<{ url: string }>('/images', image)).url),
  );
  const { questions } = quizBody(4);
  const imageUrls = [urls[0] ?? null, null, urls[1] ?? null, 'https://example.com/a.png?b&c=%3C'];
  const body = quizBody(0, {
    questions: questions.map((one, index) => ({ ...one, imageUrl: imageUrls[index] ?? null })),
  });
  const { id } = await service.backoffice.call<{ id: string }>('POST', '/quizzes', body);
  const xml = await (await service.backoffice.request('GET', `/quizzes/${id}/export?format=moodle-xml`)).text();

  const other = await startService();
  const reading = await read(other, xml);
  const found = reading.questions.map((one) => one.question);
  expect(reading.questions.flatMap(({ dropped }) => dropped)).toEqual([]);
  expect(found.map(({ imageUrl: _, ...one }) => one)).toEqual(questions);
  expect(found.map(({ imageUrl }) => imageUrl?.replace(other.url, service.url) ?? null)).toEqual(imageUrls);
  const created = await other.backoffice.call<{ questions: { imageUrl: string | null }[] }>('POST', '/quizzes', {
    title: 'Again',
    questions: found,
  });
  expect([await bytesAt(created.questions[0]?.imageUrl), await bytesAt(created.questions[2]?.imageUrl)]).toEqual(
    images.map((image) => image.toString('base64')),
  );
  await other.close();
});

it('GET /quizzes/:id/export: an image that is no longer stored keeps its address', async () => {
  const imageUrl = `${service.url}/images/${'a'.repeat(64)}.png`;
  const [one] = quizBody(1).questions;
  const { id } = await service.backoffice.call<{ id: string }>('POST', '/quizzes', {
    title: 'Gone',
    questions: [{ ...one, imageUrl }],
  });
  const xml = await (await service.backoffice.request('GET', `/quizzes/${id}/export?format=moodle-xml`)).text();
  expect(xml).toContain(`<img src="${imageUrl}" alt="">`);
});
