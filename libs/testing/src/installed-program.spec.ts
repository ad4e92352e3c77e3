import { afterEach, expect, it } from '@jest/globals';
import { describeUnless, describeWith } from './installed-program.js';

afterEach(() => {
  delete process.env['ASSAY_DRILL'];
});

it('fails a drill that cannot be played', () => {
  process.env['ASSAY_DRILL'] = '1';
  expect(() => describeUnless('no server', 'a backup', () => undefined)).toThrow('cannot be played: no server.');
  expect(() => describeWith('assay-no-such-program', 'it', () => undefined)).toThrow('is not installed');
});
