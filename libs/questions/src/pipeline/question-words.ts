import type { BlockHash, DatabaseSchema, Id } from '@assay/contracts';
import { readBlocks, type Queryable } from '@assay/persistence';
import { schemaTerms, valueWords } from '@assay/sql';
import { LRUCache } from 'lru-cache';
import type { LoadedQuestion } from './load-question-run.js';

const KEPT_SCHEMAS = 500;
const NO_TERMS: ReadonlySet<string> = new Set();

/** Words in questions and evidence that may be database values, without schema names: most questions need no lookup. */
export class QuestionWords {
  private readonly terms = new LRUCache<BlockHash, ReadonlySet<string>>({ max: KEPT_SCHEMAS });

  async of(database: Queryable, { run, workspace }: LoadedQuestion): Promise<string[]> {
    if (!run.settings.sendRows) return [];
    const text = [run.question, ...(run.evidence ?? [])].join('. ');
    const words = valueWords(text, NO_TERMS);
    if (words.length === 0 || workspace.schemaHash === null) return words;
    return valueWords(text, await this.termsOf(database, workspace.id, workspace.schemaHash));
  }

  private async termsOf(database: Queryable, workspace: Id, hash: BlockHash): Promise<ReadonlySet<string>> {
    const known = this.terms.get(hash);
    if (known) return known;
    const [block] = await readBlocks(database, workspace, [hash]);
    if (!block) return NO_TERMS;
    const terms = schemaTerms(JSON.parse(block.content) as DatabaseSchema);
    this.terms.set(hash, terms);
    return terms;
  }
}
