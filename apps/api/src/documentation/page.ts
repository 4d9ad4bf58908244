// The frame of all pages under /docs.

export const DOCS_PATH = '/docs';

export interface Link {
  title: string;
  path: string;
  /** The method of an operation. */
  method?: string;
}

export interface LinkGroup {
  title: string;
  links: Link[];
}

interface Page {
  title: string;
  path: string;
  /** HTML of the page below the navigation. */
  content: string;
  /** HTML of further styles and scripts. */
  head?: string;
}

const NAME = 'Quiz service API';

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

export function renderPage({ title, path, content, head = '' }: Page, navigation: LinkGroup[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · ${NAME}</title>
<link rel="icon" href="/docs/icon.svg">
<link rel="stylesheet" href="/docs/docs.css">
<script src="/docs/docs.js" defer></script>
${head}</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<div class="columns">
<header>
<a class="home" href="${DOCS_PATH}">${NAME}</a>
<search>
<input id="search" type="search" placeholder="Search" aria-label="Search guides and operations" aria-keyshortcuts="/" autocomplete="off">
<div id="found" hidden><p role="status"></p><ul></ul></div>
</search>
<nav aria-label="Contents"><details><summary>Contents</summary>
${navigation.map((group) => renderGroup(group, path)).join('\n')}
</details></nav>
</header>
<main id="content">
${content}</main>
</div>
</body>
</html>
`;
}

function renderGroup({ title, links }: LinkGroup, current: string): string {
  const items = links.map((link) => {
    const badge = link.method === undefined ? '' : ` <span class="method">${link.method}</span>`;
    const state = link.path === current ? ' aria-current="page"' : '';
    return `<li><a href="${link.path}"${state}>${escapeHtml(link.title)}${badge}</a></li>`;
  });
  return `<h2>${escapeHtml(title)}</h2><ul>${items.join('')}</ul>`;
}
