import { fileURLToPath } from 'node:url';
import base from '../../jest.config.mjs';

/** Against running services: `npm run e2e:compose`. */
export default {
  ...base,
  rootDir: fileURLToPath(new URL('../..', import.meta.url)),
  roots: ['<rootDir>/e2e/compose'],
  testMatch: ['**/*.deployed.ts'],
  // Shared machine.
  maxWorkers: 1,
  testTimeout: 400_000,
};
