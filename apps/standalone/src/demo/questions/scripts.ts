import { availableByCategory } from './available-by-category.js';
import { bestCustomers } from './best-customers.js';
import { bestRated } from './best-rated.js';
import { bestsellerByCountry } from './bestseller-by-country.js';
import { deliveryTime } from './delivery-time.js';
import type { DemoScript } from './demo-script.js';
import { neverOrdered } from './never-ordered.js';
import { paidInInstalments } from './paid-in-instalments.js';
import { revenueByChannel } from './revenue-by-channel.js';
import { sameCity } from './same-city.js';
import { translators } from './translators.js';

/** All demo questions with their scripts; the first is the one that shows the most in the shortest time. */
export const DEMO_SCRIPTS: readonly [DemoScript, ...DemoScript[]] = [
  availableByCategory,
  bestRated,
  neverOrdered,
  revenueByChannel,
  sameCity,
  bestCustomers,
  paidInInstalments,
  translators,
  bestsellerByCountry,
  deliveryTime,
];
