const { readdirSync, readFileSync } = require('node:fs');
const { createSourceFile, forEachChild, isDecorator, isIdentifier, isImportDeclaration } = require('typescript');

/**
 * The libs whose modules the `@Module` class of a folder imports, read from the text of its `*.module.ts`.
 * @param {string} folder such as `libs/badges/src`
 * @returns {string[]} such as `['attempts', 'quizzes']`
 */
exports.importedModules = (folder) => {
  const file = readdirSync(folder).find((name) => name.endsWith('.module.ts'));
  const source = createSourceFile(file, readFileSync(`${folder}/${file}`, 'utf8'), 'latest', true);
  const libs = new Map();
  for (const statement of source.statements.filter(isImportDeclaration)) {
    const lib = /^#libs\/([\w-]+)$/.exec(statement.moduleSpecifier.text)?.[1];
    for (const { name } of statement.importClause?.namedBindings?.elements ?? []) libs.set(name.text, lib);
  }
  const found = new Set();
  const collect = (node) => {
    const isOfModule = isIdentifier(node) && node.text.endsWith('Module') && libs.get(node.text) !== undefined;
    if (isOfModule) found.add(libs.get(node.text));
    forEachChild(node, collect);
  };
  const visit = (node) => (isDecorator(node) ? collect(node) : forEachChild(node, visit));
  visit(source);
  return [...found];
};
