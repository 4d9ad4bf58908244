// Writes the types of the OpenAPI descriptions, for the client and the pages. Clients of openapi-fetch are made from `paths`.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';
import { ROOT, TYPES } from './build-state.js';

for (const [description, path] of Object.entries(TYPES)) {
  const document = readFileSync(join(ROOT, description), 'utf8');
  // Otherwise a request would have to send the properties that have a default.
  const types = astToString(await openapiTS(document, { defaultNonNullable: false }));
  const text = `// Generated from ${description} by npm run build. Do not edit.\n${types}`;
  const file = join(ROOT, path);
  // Other compilers may be reading the file.
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
}
