import { describe, expect, it } from '@jest/globals';
import type { Queryable } from '@assay/persistence';
import type { LoadedQuestion } from './load-question-run.js';
import { QuestionWords } from './question-words.js';

const schema = { tables: [{ name: 'customer', columns: [{ name: 'city' }] }] };

function fixture(): { database: Queryable; reads: () => number } {
  let reads = 0;
  const query = async (): Promise<unknown[]> => {
    reads += 1;
    return [{ hash: 'h', content: JSON.stringify(schema), delta: null }];
  };
  return { database: { query } as unknown as Queryable, reads: () => reads };
}

function asked(
  question: string,
  {
    sendRows = true,
    schemaHash = 'h',
    evidence = [] as string[],
  }: {
    sendRows?: boolean;
    schemaHash?: string | null;
    evidence?: string[];
  } = {},
): LoadedQuestion {
  return {
    run: { question, evidence, settings: { sendRows } },
    workspace: { id: 'w', schemaHash },
  } as unknown as LoadedQuestion;
}

describe('the words of a question that may be values', () => {
  it('are those that its schema does not have, whose names are read once', async () => {
    const words = new QuestionWords();
    const { database, reads } = fixture();
    expect(await words.of(database, asked('how many customers live in bologna'))).toEqual(['bologna']);
    expect(await words.of(database, asked('customers by city'))).toEqual([]);
    expect(reads()).toBe(1);
  });

  it('are also those of the evidence', async () => {
    const { database } = fixture();
    const question = asked('how many customers', { evidence: ['locals live in bologna'] });
    expect(await new QuestionWords().of(database, question)).toContain('bologna');
  });

  it('are all unusual ones where there is no schema yet', async () => {
    const { database, reads } = fixture();
    const words = await new QuestionWords().of(database, asked('customers of bologna', { schemaHash: null }));
    expect(words).toEqual(expect.arrayContaining(['customers', 'bologna']));
    expect(reads()).toBe(0);
  });

  it('are none where no value of the database may reach a model, and cost nothing where all words are usual', async () => {
    const { database, reads } = fixture();
    expect(await new QuestionWords().of(database, asked('who lives in bologna', { sendRows: false }))).toEqual([]);
    expect(await new QuestionWords().of(database, asked('How many are there?'))).toEqual([]);
    expect(reads()).toBe(0);
  });

  it('may name another table also where no values may be looked up', async () => {
    const { database, reads } = fixture();
    const words = new QuestionWords();
    const mayNameOther = (question: string): Promise<boolean> =>
      words.mayNameOther(database, asked(question, { sendRows: false }));
    expect(await mayNameOther('how many zebras')).toBe(true);
    expect(await mayNameOther('customers by city')).toBe(false);
    expect(reads()).toBe(1);
  });
});
