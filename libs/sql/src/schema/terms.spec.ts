import { describe, expect, it } from '@jest/globals';
import { describedAs } from './terms.js';

describe('describedAs', () => {
  it.each([
    ['t_017', 'Orders of a shop. One row each.', 'Orders of a shop.', ' One row each.'],
    ['c4', 'price', 'price', ''],
    ['tb9', 'one two three four five six seven eight nine ten', 'one two three four five six seven eight', ' nine ten'],
    ['c1', '', '', ''],
  ])('takes the beginning for the name of %s: %s', (name, description, naming, other) => {
    expect(describedAs(name, description)).toEqual({ naming, other });
  });

  it.each([['orders'], ['t_017_log'], ['größe']])('leaves a name that says something: %s', (name) => {
    expect(describedAs(name, 'Orders of a shop.')).toEqual({ naming: '', other: 'Orders of a shop.' });
  });
});
