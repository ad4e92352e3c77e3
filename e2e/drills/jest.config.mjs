import { fileURLToPath } from 'node:url';
import base from '../../jest.config.mjs';

/** `npm run drill -- NAME`. */
export default {
  ...base,
  rootDir: fileURLToPath(new URL('../..', import.meta.url)),
  roots: ['<rootDir>/e2e'],
  testMatch: ['**/*.drill.ts', '**/{restore,key-rotation}.e2e.integration.spec.ts'],
  maxWorkers: 1,
  // services start one by one
  testTimeout: 580_000,
};
