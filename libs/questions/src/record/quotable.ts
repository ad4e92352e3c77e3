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
  const tables = schemaHash === null ? [] : await tablesOf(blocks.json<DatabaseSchema>(workspace, schemaHash));
  return { text: question, names: publicNames(tables, [question, ...settings.asker.allowFunctions]) };
}

/** Without an erased schema no name is known. */
async function tablesOf(reading: Promise<DatabaseSchema>): Promise<DatabaseSchema['tables']> {
  try {
    return (await reading).tables;
  } catch (error) {
    if (error instanceof PermanentError && error.code === 'BLOCK_MISSING') return [];
    throw error;
  }
}
