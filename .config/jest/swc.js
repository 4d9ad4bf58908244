/** How TypeScript becomes CommonJS for Jest: parts of the stack are CommonJS that load ESM, which Jest's ESM mode cannot do on Node 20. */
export const SWC = {
  swcrc: false,
  sourceMaps: 'inline',
  module: { type: 'commonjs' },
  jsc: {
    target: 'es2022',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
    keepClassNames: true,
  },
};
