import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { isId, newId } from './ids.js';

const timeOf = (id: string): number => parseInt(id.replaceAll('-', '').slice(0, 12), 16);

describe('ids', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('are UUIDs of version 7 with the time in front, each one new and above those before', () => {
    const before = Date.now();
    const ids = Array.from({ length: 5000 }, newId);
    expect(ids.every(isId)).toBe(true);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.toSorted()).toEqual(ids);
    expect(timeOf(ids[0] as string)).toBeGreaterThanOrEqual(before);
    expect(timeOf(ids.at(-1) as string)).toBeLessThanOrEqual(Date.now());
  });

  it('stay in order where the clock is set back', () => {
    const first = newId();
    jest.spyOn(Date, 'now').mockReturnValue(0);
    const second = newId();
    expect(second > first).toBe(true);
    expect(timeOf(second)).toBe(timeOf(first));
  });

  it('differ in what follows the time', () => {
    const tails = Array.from({ length: 2000 }, () => newId().slice(-8));
    expect(new Set(tails).size).toBeGreaterThan(1990);
  });
});
