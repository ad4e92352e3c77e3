import js from '@eslint/js';
import tseslint from 'typescript-eslint';

/** One way to keep a member to its class: `private`. */
const NO_HASH_MEMBERS = { selector: 'PrivateIdentifier', message: 'Write `private name` in place of `#name`.' };

export default tseslint.config(
  { ignores: ['**/dist/**', '**/node_modules/**', '.assay/**', '.nx/**', 'apps/web/public/**'] },
  js.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [...tseslint.configs.recommendedTypeChecked],
    languageOptions: {
      // One program over sources and specs alike; libraries are seen as their sources, so nothing needs to be built.
      parserOptions: {
        project: ['./tsconfig.spec.json', './apps/web/tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/consistent-type-imports': [
        'error',
        { prefer: 'type-imports', fixStyle: 'inline-type-imports' },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/explicit-module-boundary-types': 'error',
      '@typescript-eslint/require-await': 'off',
      eqeqeq: ['error', 'always'],
      'no-restricted-syntax': ['error', NO_HASH_MEMBERS],
    },
  },
  {
    // Decisions are functions of their arguments: the clock and the seed come in.
    files: ['libs/decision/src/**/*.ts'],
    ignores: ['**/*.spec.ts', '**/fixtures/**'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          name: '@assay/contracts',
          allowTypeImports: true,
          message: 'Its index loads validators: values come from @assay/contracts/plain.',
        },
      ],
      'no-restricted-properties': [
        'error',
        { object: 'Math', property: 'random' },
        { object: 'Date', property: 'now' },
      ],
      'no-restricted-globals': ['error', 'performance', 'process', 'fetch', 'setTimeout', 'setInterval'],
    },
  },
  {
    // SQL by hand has one home per library; other statements use TypeORM's repositories.
    files: ['{libs,apps}/*/src/**/*.ts'],
    ignores: [
      '**/sql/**',
      '**/testing/**',
      '**/*.spec.ts',
      'libs/persistence/src/database.ts',
      // what makes and changes the record's tables, the lease of its server, and the demo's own database
      'libs/persistence/src/migrations/**',
      'libs/persistence/src/migrate.ts',
      'libs/runtime/src/embedded-postgres/lease.ts',
      'apps/standalone/src/demo/database/**',
      'apps/standalone/src/demo-workspace.ts',
      // statements on databases that are not our record: targets, those we generate, those we load or show
      'libs/target-database/**',
      'libs/behaviour-engines/**',
      'libs/evaluation/src/dumps/**',
    ],
    rules: {
      'no-restricted-syntax': [
        'error',
        NO_HASH_MEMBERS,
        {
          selector:
            "CallExpression[callee.property.name='query'] > :matches(ObjectExpression, Literal, TemplateLiteral).arguments:first-child",
          message: "Statements live in the library's folder `sql`.",
        },
      ],
    },
  },
  {
    // The outside check of the record is written by hand: what it took from the product, it could not find wrong.
    files: ['e2e/harness/*-schema.ts', 'e2e/harness/record-*.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: ['@assay/*', '**/libs/**', '**/apps/**'],
              allowTypeImports: true,
              message: 'The outside check follows nothing of the product: write it by hand.',
            },
          ],
        },
      ],
    },
  },
  {
    // A text that is a part of another part's name finds both, as soon as that one is there.
    files: ['e2e/page/**/*.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        NO_HASH_MEMBERS,
        {
          selector:
            "CallExpression[callee.property.name='getByRole'] > ObjectExpression:not(:has(Property[key.name='exact'])) > Property[key.name='name'] > :matches(Literal[raw=/^'/], TemplateLiteral)",
          message: 'Name a part of the page whole (`exact: true`), or by a regular expression.',
        },
      ],
    },
  },
  {
    files: ['**/*.mjs'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        URL: 'readonly',
        fetch: 'readonly',
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
        setInterval: 'readonly',
        clearInterval: 'readonly',
        Buffer: 'readonly',
        performance: 'readonly',
        AbortController: 'readonly',
        AbortSignal: 'readonly',
      },
    },
  },
);
