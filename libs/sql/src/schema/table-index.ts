import type { TableSchema } from '@assay/contracts';
import { describedAs, identifierTerms, textTerms } from './terms.js';

const WEIGHTS = { tableName: 5, tableDescription: 2, columnName: 2, columnDescription: 1, example: 0.7 } as const;
/** BM25 (Robertson and Zaragoza, 2009), weighted fields. */
const K1 = 1.2;
const B = 0.4;
/** Value of partial matches (`language` in `countrylanguage`). */
const PARTIAL = 0.5;
const SHORTEST_PARTIAL = 4;

export class TableIndex {
  private readonly postings = new Map<string, Map<number, number>>();
  private readonly lengths: number[] = [];
  private readonly meanLength: number;

  constructor(private readonly tables: readonly TableSchema[]) {
    for (const [index, table] of tables.entries()) this.lengths.push(this.add(index, table));
    this.meanLength = this.lengths.reduce((sum, length) => sum + length, 0) / Math.max(tables.length, 1);
  }

  /** In table order; 0 without a match. */
  score(queryTerms: ReadonlyMap<string, number>): number[] {
    const scores = new Array<number>(this.tables.length).fill(0);
    for (const [term, weight] of queryTerms) {
      const best = new Map<number, number>();
      for (const [indexed, share] of this.matches(term)) {
        const posting = this.postings.get(indexed) ?? new Map<number, number>();
        const rarity = Math.log(1 + (this.tables.length - posting.size + 0.5) / (posting.size + 0.5));
        for (const [table, frequency] of posting) {
          const value = rarity * share * this.saturated(frequency, table);
          if (value > (best.get(table) ?? 0)) best.set(table, value);
        }
      }
      for (const [table, value] of best) scores[table] = (scores[table] ?? 0) + weight * value;
    }
    return scores;
  }

  private saturated(frequency: number, table: number): number {
    const length = (this.lengths[table] ?? 0) / Math.max(this.meanLength, 1);
    return (frequency * (K1 + 1)) / (frequency + K1 * (1 - B + B * length));
  }

  private matches(term: string): [string, number][] {
    const hits: [string, number][] = this.postings.has(term) ? [[term, 1]] : [];
    if (term.length < SHORTEST_PARTIAL || /^\d+$/.test(term)) return hits;
    for (const indexed of this.postings.keys()) {
      if (indexed === term || indexed.length < SHORTEST_PARTIAL) continue;
      if (indexed.includes(term) || term.includes(indexed)) hits.push([indexed, PARTIAL]);
    }
    return hits;
  }

  private add(index: number, table: TableSchema): number {
    let length = 0;
    const put = (terms: readonly string[], weight: number): void => {
      for (const term of terms) {
        const posting = this.postings.get(term) ?? new Map<number, number>();
        posting.set(index, (posting.get(index) ?? 0) + weight);
        this.postings.set(term, posting);
        length += weight;
      }
    };
    const putNamed = (name: string, text: string | null, asName: number, asText: number): void => {
      put(identifierTerms(name), asName);
      const { naming, other } = describedAs(name, text ?? '');
      put(textTerms(naming), asName);
      put(textTerms(other), asText);
    };
    putNamed(table.name, table.description, WEIGHTS.tableName, WEIGHTS.tableDescription);
    for (const column of table.columns) {
      putNamed(column.name, column.description, WEIGHTS.columnName, WEIGHTS.columnDescription);
      put(
        column.examples.flatMap((example) => textTerms(example.slice(0, 100))),
        WEIGHTS.example,
      );
    }
    return length;
  }
}
