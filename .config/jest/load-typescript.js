// Lets Node's own `require` load the TypeScript of this project. The public way, `module.registerHooks`, needs Node 22.15.
import { readFileSync } from 'node:fs';
import Module from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformSync } from '@swc/core';
import { SWC } from './swc.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

process.setSourceMapsEnabled(true);

Module._extensions['.ts'] = (module, filename) => {
  const { code } = transformSync(readFileSync(filename, 'utf8'), { ...SWC, filename });
  module._compile(code, filename);
};

const { _resolveFilename: resolve } = Module;
Module._resolveFilename = (request, parent, ...rest) => {
  const find = (path) => resolve.call(Module, path, parent, ...rest);
  if (request.startsWith('#libs/')) {
    const [, lib, ...file] = request.split('/');
    return find(`${root}libs/${lib}/src/${file.join('/') || 'index.ts'}`);
  }
  const isTypeScript = /^\.{1,2}\/.*\.js$/.test(request) && parent?.filename?.endsWith('.ts');
  if (!isTypeScript) return find(request);
  try {
    return find(request.replace(/js$/, 'ts'));
  } catch {
    return find(request);
  }
};
