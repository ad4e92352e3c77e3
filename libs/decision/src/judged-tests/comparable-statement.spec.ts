import { describe, expect, it } from '@jest/globals';
import { comparableStatement } from './comparable-statement.js';

const saysTheSame = (one: string, other: string): boolean => comparableStatement(one) === comparableStatement(other);

describe('what a test says', () => {
  // twins that a strong model wrote
  it.each([
    ['Only the city is returned.', 'The city is the only column returned.'],
    ['Only the continent is returned.', 'Only the continent is returned, without further columns.'],
    ['Only the average is returned, with no further column.', 'The average is the only column returned.'],
    ['Only the age is returned.', 'No column other than the age is returned.'],
    ['No column besides the amount is returned.', 'No column is returned in addition to the amount.'],
    [
      'Only the series name and the country are returned.',
      'No columns other than series name and country are returned.',
    ],
    ['There is exactly one row in the result.', 'The result is exactly one row.'],
    ['The name of the government form is returned in each row.', 'Each row shows the name of the government form.'],
    [
      "All countries whose GovernmentForm is 'Republic' are counted.",
      "Countries whose GovernmentForm is 'Republic' are all counted.",
    ],
    [
      'Flights are linked to their airline through flights.Airline equal to airlines.uid.',
      'Flights are assigned to an airline by matching flights.Airline with airlines.uid.',
    ],
    ['A stadium without any concert is listed.', 'A stadium without any concert qualifies.'],
    ['Countries without languages are left out.', 'No country without languages is returned.'],
  ])('is the same in other words: %s %s', (one, other) => {
    expect(saysTheSame(one, other)).toBe(true);
  });

  it.each([
    // near twins that a strong model wrote
    ['A student who has a cat but no dog is included.', 'A student who has a dog but no cat is included.'],
    [
      'First names borne by a professional but by no owner are included.',
      'First names borne by an owner but by no professional are included.',
    ],
    ['The mean of GNP over the nations is returned.', 'The sum of GNP over the nations is returned.'],
    ['Countries with more than 72 are left out.', 'Countries with exactly 72 are left out.'],
    ['Countries outside North America are left out.', 'Countries outside North America are not left out.'],
    // a number, value, column, negation, direction or quantifier
    ['At least 3 orders are counted.', 'At least 2 orders are counted.'],
    ['More than 3 orders are counted.', 'At least 3 orders are counted.'],
    ["Only orders whose status is 'Open' are counted.", "Only orders whose status is 'open' are counted."],
    ['The name returned is song.name.', 'The name returned is singer.name.'],
    ['Orders that are paid are counted.', 'Orders that are not paid are counted.'],
    ['Countries of no language are returned.', 'Countries of a language are not returned.'],
    ['Flights from Berlin to Bonn are counted.', 'Flights from Bonn to Berlin are counted.'],
    ['Orders before the first payment are counted.', 'Orders after the first payment are counted.'],
    ['Students with pets are counted.', "Students' pets are counted."],
    ['Customers are not all listed.', 'Customers are not listed.'],
    ['No orders beyond 2020 are listed.', 'No orders except those of 2020 are listed.'],
    ['Only the name is returned.', 'The name is returned.'],
    ['No column besides the name is returned.', 'No column but the name and age is returned.'],
    ['Students who take every course are listed.', 'Students who take a course are listed.'],
    ['The average of the totals is returned.', 'The total of the averages is returned.'],
    ['Open orders are counted.', 'Open orders are returned.'],
    ['The result of the match is returned.', 'The match is returned.'],
    ['No order except open ones is returned.', 'Orders except open ones are not returned.'],
    ['Rows are ordered by name.', 'Rows are ordered by name, descending.'],
  ])('is not the same: %s %s', (one, other) => {
    expect(saysTheSame(one, other)).toBe(false);
  });
});
