// The guides for users of the API: Markdown files, rendered when the service starts.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Marked, type Token, type Tokens } from 'marked';
import { PROJECT_ROOT } from '../project-root.js';
import { DOCS_PATH, escapeHtml } from './page.js';

/** A heading of a guide, with the Markdown below it up to the next heading. */
export interface Section {
  title: string;
  anchor: string;
  text: string;
}

export interface Guide {
  path: string;
  title: string;
  content: string;
  /** The same in Markdown, with links to the Markdown of other guides. */
  markdown: string;
  sections: Section[];
}

export interface GuideParts {
  /** The addresses of the operations by method and path, such as `GET /quizzes/{id}`. A guide that names one links to it. */
  operations: ReadonlyMap<string, string>;
  /** Writes the Markdown that replaces `<!-- name -->` or `<!-- name: argument -->`. */
  derived: Readonly<Record<string, (argument: string) => string>>;
}

const FOLDER = join(PROJECT_ROOT, 'docs/api');
const START = 'README.md';
const CHANGELOG = 'CHANGELOG.md';
const LANGUAGES: Record<string, string> = {
  sh: 'Shell',
  console: 'Shell',
  ts: 'TypeScript',
  js: 'JavaScript',
  json: 'JSON',
  text: 'Output',
};

/** @returns the start page, the guides in the order of their file names, and the changelog */
export function readGuides({ operations, derived }: GuideParts): Guide[] {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith('.md') && name !== START);
  const files = [...names.sort().map((name) => join(FOLDER, name)), join(PROJECT_ROOT, CHANGELOG)];
  const read = (file: string, parts: GuideParts) => renderGuide(basename(file), readFileSync(file, 'utf8'), parts);
  const guides = files.map((file) => read(file, { operations, derived }));
  const list = () => guides.map(({ title, path, sections }) => `- [${title}](${path}): ${beginningOf(sections)}`);
  const start = read(join(FOLDER, START), { operations, derived: { ...derived, guides: () => list().join('\n') } });
  return [start, ...guides];
}

/** The first paragraph below the title. */
const beginningOf = ([section]: Section[]): string =>
  section?.text.trim().split('\n\n', 1)[0]?.replaceAll('\n', ' ') ?? '';

/** @param file a file name; the number at its beginning only sorts the guides */
export function renderGuide(file: string, markdown: string, { operations, derived }: GuideParts): Guide {
  const text = markdown.replaceAll(/<!-- (\w+)(?:: (.*?))? -->/g, (comment, name: string, argument = '') => {
    const write = derived[name];
    if (write === undefined) throw new Error(`${file} has a comment without a meaning: ${comment}`);
    return write(String(argument));
  });
  const anchors = new Map<Token, string>();
  const marked = new Marked({
    renderer: {
      heading(token) {
        const content = this.parser.parseInline(token.tokens);
        return `<h${token.depth} id="${anchors.get(token) ?? ''}">${content}</h${token.depth}>\n`;
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        const address = addressOf(href);
        return address === undefined ? text : `<a href="${escapeHtml(address)}">${text}</a>`;
      },
      codespan({ text: code }) {
        const html = `<code>${escapeHtml(code)}</code>`;
        const operation = operations.get(code);
        return operation === undefined ? html : `<a href="${operation}">${html}</a>`;
      },
      // Keyboards can scroll what has the focus.
      code({ text: code, lang = '' }) {
        const language = LANGUAGES[lang] ?? lang;
        return `<pre tabindex="0" data-language="${language}"><code>${escapeHtml(code)}\n</code></pre>\n`;
      },
      table({ header, rows }) {
        const line = (tag: string, cells: Tokens.TableCell[]) =>
          `<tr>${cells.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('')}</tr>\n`;
        const body = rows.map((row) => line('td', row)).join('');
        return `<div class="table" tabindex="0"><table><thead>${line('th', header)}</thead><tbody>${body}</tbody></table></div>\n`;
      },
    },
  });
  const tokens = marked.lexer(text);
  const sections = sectionsOf(tokens, anchors);
  const [{ title }] = sections as [Section];
  return {
    path: addressOf(file) ?? DOCS_PATH,
    title,
    content: marked.parser(tokens),
    markdown: withMarkdownLinks(text),
    sections,
  };
}

/** The address of the Markdown of a guide. */
export const markdownPath = (path: string): string => `${path}.md`;

function withMarkdownLinks(text: string): string {
  return text.replaceAll(/\[([^\]]+)\]\(([^)\s]+)\)/g, (_, title: string, href: string) => {
    const address = addressOf(href);
    if (address === undefined) return title;
    const [, path, anchor = ''] = GUIDE_ADDRESS.exec(address) ?? [];
    return `[${title}](${path === undefined ? address : markdownPath(path) + anchor})`;
  });
}

/** Path and anchor of a guide: all pages except the reference. */
const GUIDE_ADDRESS = new RegExp(`^(${DOCS_PATH}(?!/reference)(?:/[\\w-]+)?)(#.*)?$`);

/** The list of guides for programs that read texts (https://llmstxt.org). @param origin such as `https://quiz.example.com` */
export function llmsText([start, ...guides]: Guide[], origin: string): string {
  if (start === undefined) throw new Error('There is no start page');
  const item = ({ title, path, sections }: Guide) =>
    `- [${title}](${origin}${markdownPath(path)}): ${beginningOf(sections)}\n`;
  return `# Quiz service API

> ${beginningOf(start.sections)}

## Guides

${guides.map(item).join('')}
## Reference

- [OpenAPI](${origin}${DOCS_PATH}/openapi.json): All operations in OpenAPI 3.1
`;
}

/** The address of a link of a guide; undefined for other files of the project, which the service does not have. */
function addressOf(href: string): string | undefined {
  if (/^(?:https?:|[#/])/.test(href)) return href;
  const [, name, anchor = ''] =
    /^(?:docs\/api\/|\.\.\/\.\.\/(?=CHANGELOG))?(?:\d+-)?([\w-]+)\.md(#.*)?$/.exec(href) ?? [];
  if (name === undefined) return undefined;
  return `${DOCS_PATH}${name === 'README' ? '' : `/${name.toLowerCase()}`}${anchor}`;
}

/** Also gives the headings their anchors, as GitHub makes them. */
function sectionsOf(tokens: Token[], anchors: Map<Token, string>): Section[] {
  const sections: Section[] = [];
  const used = new Map<string, number>();
  for (const token of tokens) {
    if (token.type === 'heading') {
      const title = String(token.text).replaceAll(/[`*]/g, '');
      const name = title
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-');
      const count = used.get(name) ?? 0;
      used.set(name, count + 1);
      const anchor = count === 0 ? name : `${name}-${count}`;
      anchors.set(token, anchor);
      sections.push({ title, anchor, text: '' });
    } else {
      const section = sections.at(-1);
      if (section !== undefined) section.text += token.raw;
    }
  }
  return sections;
}
