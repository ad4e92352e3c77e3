import { fileURLToPath } from 'node:url';
import base from '../../jest.config.mjs';

/** The suite that runs against services that somebody else has started: `npm run e2e:compose`. */
export default {
  ...base,
  rootDir: fileURLToPath(new URL('../..', import.meta.url)),
  roots: ['<rootDir>/e2e/compose'],
  testMatch: ['**/*.deployed.ts'],
  // One process on the machine that the services share.
  maxWorkers: 1,
  testTimeout: 400_000,
};
