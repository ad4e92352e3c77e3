import { afterAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import type { InstanceEngine, ScratchSchema } from '@assay/behaviour';
import { eventually } from '@assay/testing';
import { HOSTILE_DUCKDB, HOSTILE_SQLITE, inFrames } from '../testing/hostile.js';
import { SqliteInstanceEngine } from '../sqlite/sqlite-instance-engine.js';
import { DuckdbInstanceEngine } from '../duckdb/duckdb-instance-engine.js';

const NOTES: Omit<ScratchSchema, 'dialect'> = {
  tables: [
    {
      schema: null,
      name: 'notes',
      columns: [{ name: 'id', type: 'integer', notNull: true, allowed: null }],
      generated: [],
      primaryKey: ['id'],
      unique: [],
    },
  ],
  views: [],
};
const ROWS = [[[1], [2], [3]]];
const COUNT = 'select count(*) from notes';
const TIMEOUT_MS = 60;
/** More than a harmless statement takes on a busy machine. */
const PATIENT_MS = 20_000;
/** Pause between a neighbour's suites, ms; must not fill a core. */
const BESIDE_EVERY_MS = 25;

type Make = (options: { statementTimeoutMs?: number }) => InstanceEngine;
const ENGINES: ['sqlite' | 'duckdb', string[], Make][] = [
  ['sqlite', HOSTILE_SQLITE, (options) => new SqliteInstanceEngine(options)],
  ['duckdb', HOSTILE_DUCKDB, (options) => new DuckdbInstanceEngine(options)],
];

describe.each(ENGINES)('300 hostile candidates in %s', (dialect, texts, make) => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-hostile-'));
  const file = join(folder, 'file');
  const secret = new DatabaseSync(file);
  secret.exec("create table secrets as select 'secret' as id");
  secret.close();
  const engine = make({ statementTimeoutMs: TIMEOUT_MS });
  const neighbour = make({ statementTimeoutMs: PATIENT_MS });
  afterAll(async () => {
    await Promise.all([engine.close(), neighbour.close()]);
    rmSync(folder, { recursive: true });
  });

  it('reach nothing, and delay no other suite', async () => {
    await engine.prepare({ ...NOTES, dialect });
    await neighbour.prepare({ ...NOTES, dialect });
    const before = readFileSync(file);
    const candidates = inFrames(texts).map((text) => text.replaceAll('FILE', file));
    expect(candidates).toHaveLength(300);
    let isOver = false;
    const outcomes: string[] = [];
    const beside = (async () => {
      while (!isOver) {
        outcomes.push(JSON.stringify(await neighbour.ask(ROWS, [COUNT])));
        await delay(BESIDE_EVERY_MS);
      }
    })();
    const reported: string[] = [];
    try {
      for (const candidate of candidates) {
        const [hostile] = await engine.ask(ROWS, [candidate]);
        reported.push(JSON.stringify(hostile));
      }
      // a busy machine may time this out
      const [served] = await eventually(async () => {
        const outcomes = await engine.ask(ROWS, [COUNT]);
        return outcomes[0]?.kind === 'rows' && outcomes;
      });
      expect(served).toMatchObject({ kind: 'rows', result: { rows: [[3]] } });
    } finally {
      isOver = true;
      await beside;
    }
    // No other answer was lost.
    expect(new Set(outcomes).size).toBe(1);
    expect(outcomes[0]).toContain('[[3]]');
    expect(reported.join()).not.toContain('secret');
    expect(readdirSync(folder)).toEqual(['file']);
    expect(readFileSync(file).equals(before)).toBe(true);
  });
});
