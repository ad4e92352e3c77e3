import type { BlockHash, DatabaseSchema, Id } from '@assay/contracts';
import { readBlocks, type Queryable } from '@assay/persistence';
import { mayNameOther, namingTerms, schemaTerms, valueWords } from '@assay/sql';
import { LRUCache } from 'lru-cache';
import type { LoadedQuestion } from './load-question-run.js';

const KEPT_SCHEMAS = 500;
const NO_TERMS: ReadonlySet<string> = new Set();

interface Terms {
  all: ReadonlySet<string>;
  naming: ReadonlySet<string>;
}

/** Words that may be database values or new tables: few questions need a lookup. */
export class QuestionWords {
  private readonly terms = new LRUCache<BlockHash, Terms>({ max: KEPT_SCHEMAS });

  async of(database: Queryable, { run, workspace }: LoadedQuestion): Promise<string[]> {
    if (!run.settings.sendRows) return [];
    const text = textOf(run);
    const words = valueWords(text, NO_TERMS);
    if (words.length === 0 || workspace.schemaHash === null) return words;
    return valueWords(text, (await this.termsOf(database, workspace.id, workspace.schemaHash)).all);
  }

  async mayNameOther(database: Queryable, { run, workspace }: LoadedQuestion): Promise<boolean> {
    if (workspace.schemaHash === null) return true;
    const { naming } = await this.termsOf(database, workspace.id, workspace.schemaHash);
    return mayNameOther(textOf(run), naming);
  }

  private async termsOf(database: Queryable, workspace: Id, hash: BlockHash): Promise<Terms> {
    const known = this.terms.get(hash);
    if (known) return known;
    const [block] = await readBlocks(database, workspace, [hash]);
    if (!block) return { all: NO_TERMS, naming: NO_TERMS };
    const schema = JSON.parse(block.content) as DatabaseSchema;
    const terms = { all: schemaTerms(schema), naming: namingTerms(schema) };
    this.terms.set(hash, terms);
    return terms;
  }
}

function textOf({ question, evidence = [] }: LoadedQuestion['run']): string {
  return [question, ...evidence].join('. ');
}
