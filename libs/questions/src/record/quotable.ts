import { PermanentError, type DatabaseSchema } from '@assay/contracts';
import { publicNames } from '@assay/sql';
import type { BlockStore } from '@assay/work';
import type { QuestionRow } from '../sql/read-questions.js';
import type { Quotable } from './withhold-literals.js';

type Withheld = Pick<QuestionRow, 'workspace' | 'schemaHash' | 'settings' | 'question'>;

/** What may be quoted of a question to others where rows differ by person; null: any literal. */
export async function quotableOf(blocks: Pick<BlockStore, 'json'>, row: Withheld): Promise<Quotable | null> {
  const { workspace, schemaHash, settings, question } = row;
  if (!settings.asker) return null;
  const shared = schemaHash === null ? NONE : await namesOf(blocks.json<DatabaseSchema>(workspace, schemaHash));
  const own = publicNames([], [question, ...settings.asker.allowFunctions]);
  return { text: question, names: { has: (name) => own.has(name) || shared.has(name) } };
}

const NONE: ReadonlySet<string> = new Set();
/** By schema: a list shows many questions of one. */
const bySchema = new WeakMap<DatabaseSchema, ReadonlySet<string>>();

/** Without an erased schema no name is known. */
async function namesOf(reading: Promise<DatabaseSchema>): Promise<ReadonlySet<string>> {
  try {
    const schema = await reading;
    const names = bySchema.get(schema) ?? publicNames(schema.tables, []);
    bySchema.set(schema, names);
    return names;
  } catch (error) {
    if (error instanceof PermanentError && error.code === 'BLOCK_MISSING') return NONE;
    throw error;
  }
}
