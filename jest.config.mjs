/** Tests run from the sources: swc strips the types, the `@assay/source` condition finds every library's src/index.ts. */
export default {
  testEnvironment: 'node',
  roots: ['<rootDir>/libs', '<rootDir>/apps', '<rootDir>/scripts', '<rootDir>/e2e', '<rootDir>/k8s'],
  testMatch: ['**/*.spec.ts', '**/*.spec.tsx'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  modulePathIgnorePatterns: ['<rootDir>/.*/dist/', '<rootDir>/.assay/'],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  testEnvironmentOptions: { customExportConditions: ['@assay/source', 'node'] },
  resolver: '<rootDir>/scripts/jest-resolver.cjs',
  moduleNameMapper: {
    '^fast-check$': '<rootDir>/scripts/seeded-fast-check.mjs',
    '^(\\.{1,2}/.*)\\.js$': '$1',
    '\\.css$': '<rootDir>/apps/web/src/testing/no-style.ts',
  },
  transform: {
    '^.+\\.tsx$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2024',
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic' } },
        },
        module: { type: 'es6' },
        sourceMaps: true,
      },
    ],
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2024',
          parser: { syntax: 'typescript', decorators: true, tsx: false },
          transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
        },
        module: { type: 'es6' },
        sourceMaps: true,
      },
    ],
  },
  reporters: ['default', '<rootDir>/scripts/test-summary-reporter.mjs'],
  maxWorkers: 2,
  // No suite leaves a handle; a worker that has loaded many modules takes longer than half a second to give back its memory.
  workerGracefulExitTimeout: 10_000,
  // Milliseconds that only a hang takes: hooks start Assay beside other suites on two cores.
  testTimeout: 120_000,
};
