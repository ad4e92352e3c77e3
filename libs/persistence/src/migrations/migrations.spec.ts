import { describe, expect, it } from '@jest/globals';
import { RECORD_MIGRATION } from '@assay/contracts';
import { MIGRATIONS } from './index.js';

describe('the migrations', () => {
  it('end with the one that services wait for when they start (RECORD_MIGRATION in contracts)', () => {
    expect(MIGRATIONS.at(-1)?.name).toBe(RECORD_MIGRATION);
  });

  it('are identified and ordered by the time in their names', () => {
    const times = MIGRATIONS.map(({ name }) => Number(/\d{13}$/.exec(name)?.[0]));
    expect(times).toEqual([...new Set(times)].sort((left, right) => left - right));
  });
});
