import { catalogueRows, type CatalogueRows } from './catalogue-rows.js';
import { customerRows, type CustomerRows } from './customer-rows.js';
import { reviewRows, type ReviewRow } from './review-rows.js';
import { salesRows, type SalesRows } from './sales-rows.js';
import { SeededSource } from './seeded-source.js';

const SEED = 20_240_131;

export type DemoRows = CatalogueRows & CustomerRows & SalesRows & { review: ReviewRow[] };

export function demoRows(): DemoRows {
  const catalogue = catalogueRows(new SeededSource(SEED));
  const customers = customerRows(new SeededSource(SEED + 1));
  const sales = salesRows(new SeededSource(SEED + 2), { ...catalogue, ...customers });
  const review = reviewRows(new SeededSource(SEED + 3), catalogue.book.length, customers.customer.length);
  return { ...catalogue, ...customers, ...sales, review };
}
