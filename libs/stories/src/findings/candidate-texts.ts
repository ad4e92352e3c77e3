import { PermanentError, type Id } from '@assay/contracts';
import type { Database } from '@assay/persistence';
import { LRUCache } from 'lru-cache';

/** Texts that a process keeps, each of 200 kB at most. */
const KEPT = 100;

const statement = {
  name: 'read_candidate_text',
  text: 'select text from assay.story_candidates where run_id = $1 and ordinal = $2',
};

/** The texts of candidates. They never change, so each process reads one once and keeps it while there is room. */
export class CandidateTexts {
  private readonly texts = new LRUCache<string, Promise<string>>({ max: KEPT });

  constructor(private readonly database: Pick<Database, 'query'>) {}

  /** @param candidate ordinal, from 1 @throws PermanentError `STORY_ERASED` where the evaluation is gone */
  text(run: Id, candidate: number): Promise<string> {
    const key = `${run}:${candidate}`;
    const known = this.texts.get(key);
    if (known) return known;
    const loading = this.load(run, candidate);
    this.texts.set(key, loading);
    loading.catch(() => this.texts.delete(key));
    return loading;
  }

  private async load(run: Id, candidate: number): Promise<string> {
    const [row] = await (this.database as Database).query<{ text: string }>(statement, [run, candidate]);
    if (!row) throw new PermanentError('STORY_ERASED', `The text of candidate ${candidate} is not on record any more.`);
    return row.text;
  }
}
