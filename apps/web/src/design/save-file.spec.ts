import { expect, it } from '@jest/globals';
import { fileNameOf } from './save-file.js';

it.each([
  ['How many orders of 2024 were for Italy?', 'How-many-orders-of-2024-were-for-Italy'],
  ['Größe in m² / Jahr', 'Größe-in-m²-Jahr'],
  ['../../etc/passwd', 'etc-passwd'],
  ['?!', 'answer'],
  [`${'long '.repeat(30)}end`, 'long-'.repeat(12).slice(0, -1)],
])('names the file of %p by its words', (question, name) => {
  expect(fileNameOf(question)).toBe(name);
});
