import { PermanentError, type Id } from '@assay/contracts';
import type { Database } from '@assay/persistence';
import { LRUCache } from 'lru-cache';
import { readCandidateText } from '../sql/read-candidate-text.js';

/** Texts in the cache, of at most 200 kB each. */
const KEPT = 100;

/** A text never changes, but is returned from the cache even after its erasure. */
export class CandidateTexts {
  private readonly texts = new LRUCache<string, Promise<string>>({ max: KEPT });

  constructor(private readonly database: Pick<Database, 'query'>) {}

  /** @param candidate from 1 @throws PermanentError `STORY_ERASED` */
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
    const text = await readCandidateText(this.database, run, candidate);
    if (text === null)
      throw new PermanentError('STORY_ERASED', `The text of candidate ${candidate} is not on record any more.`);
    return text;
  }
}
