import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

/** The pages of the backoffice, which have a TypeScript project of their own. */
const PAGES = ['apps/backoffice/**/*.{ts,tsx}', 'libs/backoffice-ui/**/*.{ts,tsx}', 'libs/*/backoffice/**/*.{ts,tsx}'];

export default tseslint.config(
  { ignores: ['**/dist/**', '**/.data/**', '**/*.gen.ts', '**/node_modules/**', '**/coverage/**'] },
  js.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [...tseslint.configs.strictTypeChecked, ...tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      // Nest's modules and listeners are classes that hold only decorators.
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/consistent-type-definitions': 'off',
      // DTO classes describe what goes over the wire; the objects that do are plain.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/no-misused-spread': 'off',
      // It asks for `!`, which no-non-null-assertion forbids.
      '@typescript-eslint/non-nullable-type-assertion-style': 'off',
      // Marked so only to make it stand out: for providers on this machine, which speak http.
      '@typescript-eslint/no-deprecated': [
        'error',
        { allow: [{ from: 'package', package: 'openid-client', name: 'allowInsecureRequests' }] },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'no-console': 'error',
    },
  },
  {
    files: PAGES,
    extends: [reactHooks.configs.flat.recommended],
    languageOptions: { parserOptions: { projectService: false, project: '../apps/backoffice/tsconfig.json' } },
  },
  {
    files: ['**/*.js', '**/*.cjs'],
    languageOptions: {
      globals: {
        __dirname: 'readonly',
        fetch: 'readonly',
        module: 'writable',
        performance: 'readonly',
        process: 'readonly',
        require: 'readonly',
        clearInterval: 'readonly',
        setInterval: 'readonly',
        URL: 'readonly',
      },
    },
  },
  prettier,
);
