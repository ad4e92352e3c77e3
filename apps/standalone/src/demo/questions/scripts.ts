import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { demoScriptSchema, type DemoScript } from './demo-script.js';

/** The first is the showcase. */
const FILES = [
  'available-by-category',
  'best-rated',
  'authors-by-country',
  'never-ordered',
  'revenue-by-channel',
  'same-city',
  'best-customers',
  'paid-in-instalments',
  'translators',
  'bestseller-by-country',
  'delivery-time',
  'refunded-orders',
  'books-by-category',
  'oldest-author',
  'catalogue-titles',
  'orders-to-italy',
  'between-the-years',
  'average-price',
  'namesakes',
  'money-in',
  'customers-2024',
  'most-ordered',
];

let scripts: readonly DemoScript[] | null = null;

export function demoScripts(): readonly DemoScript[] {
  return (scripts ??= FILES.map(readScript));
}

function readScript(id: string): DemoScript {
  const path = fileURLToPath(new URL(`../../../demo/questions/${id}.yaml`, import.meta.url));
  return { id, ...demoScriptSchema.parse(parse(readFileSync(path, 'utf8'))) };
}
