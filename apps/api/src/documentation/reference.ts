// The page with all operations, which Swagger UI renders.
import type { OpenAPIObject } from '@nestjs/swagger';
import { BASE_PATH } from '#libs/http';
import { commonHeaders } from './concise-document.js';
import { DOCS_PATH, escapeHtml } from './page.js';

type OperationObject = NonNullable<OpenAPIObject['paths'][string]['get']>;

export const REFERENCE_PATH = `${DOCS_PATH}/reference`;

export interface OperationLink {
  /** Method and path, such as `GET /quizzes/{id}`. */
  name: string;
  method: string;
  title: string;
  description: string;
  /** Generators make names of it. */
  id: string;
  /** Names of its parameters and of the fields of its bodies. */
  fields: string[];
  /** The address of the operation on the page. */
  path: string;
}

/** The operations by tag, in the order of the document's tags. */
export function operationGroups(document: OpenAPIObject): { tag: string; operations: OperationLink[] }[] {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    (['get', 'post', 'put', 'patch', 'delete'] as const).flatMap((method) => {
      const { tags: [tag = ''] = [], operationId = '', summary = '', description = '' } = item[method] ?? {};
      if (item[method] === undefined) return [];
      const name = `${method.toUpperCase()} ${path}`;
      // As Swagger UI writes it.
      const anchor = `#/${encodeURIComponent(tag.replaceAll(' ', '_'))}/${operationId}`;
      const link = {
        name,
        method: method.toUpperCase(),
        title: summary,
        description,
        id: operationId,
        fields: fieldsOf(document, item[method]),
        path: REFERENCE_PATH + anchor,
      };
      return [{ tag, link }];
    }),
  );
  return (document.tags ?? []).map(({ name }) => ({
    tag: name,
    operations: operations.filter(({ tag }) => tag === name).map(({ link }) => link),
  }));
}

/** Names of the parameters and of all fields of the body and of the successful responses. */
function fieldsOf(document: OpenAPIObject, { parameters, requestBody, responses }: OperationObject): string[] {
  const names = new Set<string>();
  const seen = new Set<unknown>();
  const collect = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    const { $ref, properties = {} } = value as { $ref?: string; properties?: object };
    for (const name of Object.keys(properties)) names.add(name);
    if ($ref !== undefined) collect(document.components?.schemas?.[$ref.slice($ref.lastIndexOf('/') + 1)]);
    Object.values(value).forEach(collect);
  };
  for (const parameter of parameters ?? []) if ('name' in parameter) names.add(parameter.name);
  const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  for (const part of [requestBody, ...successes.map(([, response]) => response)]) {
    if (part !== undefined && 'content' in part)
      for (const { schema } of Object.values(part.content ?? {})) collect(schema);
  }
  return [...names];
}

const inlineCode = (text: string) => escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');

export function referencePage(document: OpenAPIObject) {
  const headers = Object.entries(commonHeaders(document)).map(
    ([name, header]) =>
      `<tr><td><code>${name}</code></td><td>${inlineCode('description' in header ? (header.description ?? '') : '')}</td></tr>`,
  );
  return {
    title: 'Reference',
    path: REFERENCE_PATH,
    head: `<link rel="stylesheet" href="/docs/swagger-ui.css">
<link rel="stylesheet" href="/docs/reference.css">
<script src="/docs/swagger-ui-bundle.js" defer></script>
<script type="module" src="/docs/reference.js"></script>
`,
    content: `<h1>Reference</h1>
<p>All operations, with a form to try each of them. For programs, the same is described in OpenAPI 3.1:
<a href="/docs/openapi.json">JSON</a>, <a href="/docs/openapi.yaml">YAML</a>. The paths begin with <code>${BASE_PATH}</code>.
Ids are UUIDs in lower case.</p>
<form id="key">
<label for="key-value">API key</label>
<input id="key-value" required autocomplete="off" spellcheck="false" placeholder="qk_…">
<button>Use this key</button>
<button type="button" hidden>Forget the key</button>
<p role="status">The requests below need a key. It is kept in this tab until you close it.</p>
</form>
<details>
<summary>Headers of every response</summary>
<div class="table" tabindex="0"><table><thead><tr><th>Header</th><th>Meaning</th></tr></thead><tbody>
${headers.join('\n')}
</tbody></table></div>
<p><a href="/docs/limits">Limits</a> explains them. Every error has the form <code>{"error": "…"}</code>, and its code in
<code>X-Error-Code</code>: <a href="/docs/errors">Errors</a>.</p>
</details>
<h2>Operations</h2>
<div id="reference"><noscript>This list needs JavaScript.</noscript></div>
`,
  };
}
