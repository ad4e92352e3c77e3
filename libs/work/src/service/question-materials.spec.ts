import { describe, expect, it } from '@jest/globals';
import { resolveSettings, type DatabaseSchema, type Id, type QuestionContext } from '@assay/contracts';
import { NOTHING_KNOWN } from '@assay/sql';
import type { TaskRuntime } from '../index.js';
import { QuestionMaterials, type Materials } from './question-materials.js';

const table = (name: string): DatabaseSchema['tables'][number] => ({
  schema: 'public',
  name,
  kind: 'table',
  description: null,
  rowEstimate: null,
  columns: [],
  primaryKey: [],
  foreignKeys: [],
});
const schema: DatabaseSchema = {
  dialect: 'postgres',
  name: 'shop',
  tables: Array.from({ length: 8 }, (_, index) => table(`t${index}`)),
};
const WORKSPACE = '01a00000-0000-7000-8000-0000000000a1';

function schemaFor(schemaOrder: 'fixed' | 'shuffled', ordinal: number, seed: number): string {
  const context = { sendRows: true, schemaOrder } as QuestionContext;
  const materials = { schema, context, known: NOTHING_KNOWN } as Materials;
  const task = { ordinal, payload: { seed } };
  return new QuestionMaterials({} as TaskRuntime, 10_000).schemaForGenerator(task, materials);
}

describe('the schema of a generator', () => {
  it('comes in one of three orders, whatever the seed', () => {
    const orders = Array.from({ length: 12 }, (_, ordinal) => schemaFor('fixed', ordinal, ordinal));
    expect(new Set(orders).size).toBe(3);
    for (const [ordinal, order] of orders.entries()) {
      expect(order).toBe(orders[ordinal % 3]);
      expect(schemaFor('fixed', ordinal, 99)).toBe(order);
    }
  });

  it('comes in the order of its seed where orders are shuffled', () => {
    const { schemaOrder } = resolveSettings({ preset: 'seeds' });
    const orders = Array.from({ length: 12 }, (_, seed) => schemaFor(schemaOrder, 1, seed));
    expect(new Set(orders).size).toBe(12);
    expect(schemaFor(schemaOrder, 2, 5)).toBe(orders[5]);
  });
});

describe('a schema beyond its budget', () => {
  const wide = (name: string): DatabaseSchema['tables'][number] => ({
    ...table(name),
    columns: Array.from({ length: 60 }, (_, index) => ({
      name: `${name}_field_${index}`,
      type: 'text',
      nullable: true,
      description: null,
      examples: [],
    })),
  });
  const whole: DatabaseSchema = { ...schema, tables: ['parcel', 'depot', 'courier', 'route'].map(wide) };
  const context = {
    question: 'How many parcels are there?',
    dialect: 'postgres',
    schema: 'whole',
    directives: null,
    evidence: [],
    goldSqls: [],
    foundValues: [],
    fence: 'a1b2c3d4e5',
    schemaTokens: 700,
    schemaOrder: 'fixed',
    seed: 1,
    sendRows: true,
  } satisfies QuestionContext;

  function materialsAt(attempt: number, schemaTokens = 700, tables = whole): [QuestionMaterials, Promise<Materials>] {
    const stored: Record<string, unknown> = { context: { ...context, schemaTokens }, whole: tables };
    const blocks = { json: (_workspace: Id, hash: string) => Promise.resolve(stored[hash]) };
    const materials = new QuestionMaterials({ blocks } as unknown as TaskRuntime, 100_000);
    const task = { workspace: WORKSPACE, input: { context: 'context', attempt } };
    return [materials, materials.of(task as Parameters<QuestionMaterials['of']>[0])];
  }

  it('shows what the question needs, and twice as much at each further attempt', async () => {
    const shown = async (attempt: number): Promise<number> =>
      (await materialsAt(attempt)[1]).schema.tables.flatMap(({ columns }) => columns).length;
    expect((await materialsAt(1)[1]).schema.tables[0]?.name).toBe('parcel');
    expect(await shown(1)).toBeLessThan(await shown(3));
    expect(await shown(4)).toBe(240);
  });

  it('is widened by the tables of a SQL that names them', async () => {
    const [materials, loading] = materialsAt(1);
    const before = await loading;
    expect(before.schema.tables).not.toContain(whole.tables[2]);
    const after = materials.widened(before, 'SELECT courier_field_1 FROM parcel JOIN courier ON true');
    expect(after.schema.tables).toEqual(expect.arrayContaining([whole.tables[0], whole.tables[2]]));
    expect(materials.widened(after, 'SELECT 1 FROM courier')).toBe(after);
    const others = materials.widened({ ...before, others: ['courier', 'old_courier'] }, 'SELECT 1 FROM courier').others;
    expect(others).toEqual(['old_courier']);
  });

  it('is shown to judges by the tables of their SQLs, unless it is small', async () => {
    const [materials, loading] = materialsAt(1, 12_000, {
      ...whole,
      tables: [...'abcdefgh'].map((name) => wide(name)),
    });
    const large = await loading;
    const judged = materials.schemaForJudges(large, ['SELECT 1 FROM c JOIN e ON true']);
    expect(judged.match(/# Table: \w+/g)).toEqual(['# Table: c', '# Table: e']);
    const archive = { ...wide('c'), schema: 'archive' };
    const both = { ...large, whole: { ...large.whole, tables: [...large.whole.tables, archive] } };
    expect(materials.schemaForJudges(both, ['SELECT 1 FROM archive.c']).match(/# Table: [\w.]+/g)).toEqual([
      '# Table: archive.c',
    ]);
    const [own, small] = materialsAt(1, 12_000);
    expect(own.schemaForJudges(await small, ['SELECT 1 FROM parcel'])).toBe((await small).schemaText);
  });
});
