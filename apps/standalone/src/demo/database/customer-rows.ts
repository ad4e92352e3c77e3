import type { SeededSource } from './seeded-source.js';
import { FIRST_NAMES, LAST_NAMES, PLACES } from './vocabulary.js';

const CUSTOMERS = 1000;
const SHOP_PLACE = ['Torino', 'IT'] as const;

export interface CustomerRow {
  id: number;
  full_name: string;
  email: string;
  city: string | null;
  country_code: string | null;
  referred_by: number | null;
  is_test: boolean;
  joined_on: string;
}
export interface AddressRow {
  id: number;
  customer_id: number;
  line: string;
  city: string;
  country_code: string;
}

export interface CustomerRows {
  customer: CustomerRow[];
  address: AddressRow[];
}

export function customerRows(source: SeededSource): CustomerRows {
  const customer = Array.from({ length: CUSTOMERS }, (_, index) => customerRow(source, index + 1));
  const address: AddressRow[] = [];
  for (const { id, city, country_code } of customer) {
    const count = source.weighted([
      [1, 6],
      [2, 3],
      [3, 1],
    ] as const);
    for (let number = 0; number < count; number += 1) {
      const [otherCity, otherCountry] = source.pick(PLACES);
      const home = number === 0 && city !== null && country_code !== null;
      address.push({
        id: address.length + 1,
        customer_id: id,
        line: `${source.pick(LAST_NAMES)} street ${source.between(1, 140)}`,
        city: home ? city.trim() : otherCity,
        country_code: home ? country_code : otherCountry,
      });
    }
  }
  return { customer, address };
}

function customerRow(source: SeededSource, id: number): CustomerRow {
  const name = `${source.pick(FIRST_NAMES)} ${source.pick(LAST_NAMES)}`;
  const drawn = source.weighted(PLACES.map((place, index) => [place, index < 6 ? 3 : 1] as const));
  const isTest = id % 40 === 0;
  const recommendedByStaff = id > 40 && id % 40 === 1;
  const [city, country] = isTest || recommendedByStaff ? SHOP_PLACE : drawn;
  const known = !source.chance(0.08);
  const recommended = id > 20 && source.chance(0.3);
  const recommender = source.between(1, Math.max(1, id - 1));
  return {
    id,
    full_name: source.chance(0.05) ? name.toLowerCase() : name,
    email: `${name.toLowerCase().replace(' ', '.')}.${id}@example.org`,
    city: known ? typed(source, city) : null,
    country_code: known ? country : null,
    referred_by: recommendedByStaff ? id - 1 : recommended ? recommender : null,
    is_test: isTest,
    joined_on: source.day('2021-01-01', '2025-03-31'),
  };
}

function typed(source: SeededSource, city: string): string {
  return source.weighted([
    [city, 14],
    [city.toLowerCase(), 2],
    [city.toUpperCase(), 2],
    [`${city} `, 1],
    [` ${city}`, 1],
  ]);
}
