import { afterAll, expect, it } from '@jest/globals';
import type pg from 'pg';
import { Database } from './database.js';

const seen: string[] = [];
const database = new Database({ url: 'postgres://u:p@127.0.0.1:1/d', onError: ({ message }) => seen.push(message) });

afterAll(() => database.close());

it('reports errors of its pool, and lives', () => {
  const { pool } = database as unknown as { pool: pg.Pool };
  pool.emit('error', new Error('first'), {});
  pool.emit('error', new Error('second'), {});
  expect(seen).toEqual(['first', 'second']);
});
