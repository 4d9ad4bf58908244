import { renderGuide } from './guides.js';

const parts = {
  operations: new Map([['GET /quizzes', '/docs/reference#/Quizzes/listQuizzes']]),
  derived: { errors: (statuses: string) => `| ${statuses} |\n|---|\n` },
};
const render = (markdown: string, file = '10-some-guide.md') => renderGuide(file, `# Title\n\n${markdown}`, parts);

it.each([
  ['10-some-guide.md', '/docs/some-guide'],
  ['webhooks.md', '/docs/webhooks'],
  ['README.md', '/docs'],
  ['CHANGELOG.md', '/docs/changelog'],
])('the file %s has the address %s', (file, path) => {
  expect(render('', file)).toMatchObject({ path, title: 'Title' });
});

it.each([
  ['50-limits.md#requests', '/docs/limits#requests'],
  ['../../CHANGELOG.md', '/docs/changelog'],
  ['#title', '#title'],
  ['https://example.com/a.md?b&c', 'https://example.com/a.md?b&amp;c'],
])('a link to %s leads to %s', (href, address) => {
  expect(render(`[x](${href})`).content).toContain(`<a href="${address}">x</a>`);
});

it('a link to a file that the service does not have is text', () => {
  expect(render('See [the settings](../configuration.md#x).').content).toContain('<p>See the settings.</p>');
});

it('links an operation that it names to the reference', () => {
  expect(render('`GET /quizzes`').content).toContain(
    '<a href="/docs/reference#/Quizzes/listQuizzes"><code>GET /quizzes</code></a>',
  );
  expect(render('`GET /other`').content).toContain('<p><code>GET /other</code></p>');
});

it('escapes code', () => {
  const { content } = render('`<b>&`\n\n```sh\necho "<b>"\n```\n');
  expect(content).toContain('<code>&lt;b&gt;&amp;</code>');
  expect(content).toContain('data-language="Shell"><code>echo &quot;&lt;b&gt;&quot;\n</code>');
});

it('gives each heading an anchor of its own, and finds the text below it', () => {
  const { content, sections } = render('First.\n\n## Added\n\nOne.\n\n## Added\n\nTwo.');
  expect(content).toContain('<h2 id="added-1">Added</h2>');
  expect(sections.map(({ anchor, text }) => [anchor, text.trim()])).toEqual([
    ['title', 'First.'],
    ['added', 'One.'],
    ['added-1', 'Two.'],
  ]);
});

it('replaces a comment by what the service knows, and rejects others', () => {
  expect(render('<!-- errors: 404 409 -->').content).toContain('<th>404 409</th>');
  expect(() => render('<!-- unknown -->')).toThrow(
    '10-some-guide.md has a comment without a meaning: <!-- unknown -->',
  );
});
