import type { AskedMetric, GlossaryTerm, GlossaryView } from '@assay/contracts';
import { otherForms } from '@assay/sql';
import { computedAs, placeOf, statementOfItem, type KnowledgeItem } from './item.js';

const LONGEST_TERM = 6;
const WORDS_READ = 400;
const MOST_DEFINITIONS = 20;

export interface DefiningDocument {
  source: string;
  items: readonly KnowledgeItem[];
}

export class Glossary {
  private readonly byForm = new Map<string, Set<GlossaryTerm>>();
  private readonly meanings = new Map<GlossaryTerm, string>();
  private readonly metrics = new Map<GlossaryTerm, AskedMetric>();
  readonly terms: readonly GlossaryTerm[];

  constructor(documents: readonly DefiningDocument[]) {
    this.terms = documents.flatMap(({ source, items }) => items.flatMap((item) => this.termOf(source, item)));
    for (const term of this.terms) {
      for (const name of [term.name, ...term.synonyms]) {
        for (const form of formsOf(name)) this.byForm.set(form, (this.byForm.get(form) ?? new Set()).add(term));
      }
    }
  }

  /**
   * Longest first; ignores case, accents and grammatical number, and names that lie wholly within longer ones
   * (`revenue` in `net revenue`).
   */
  find(question: string): GlossaryTerm[] {
    const words = wordsOf(question).slice(0, WORDS_READ);
    const covered = words.map(() => false);
    const found = new Set<GlossaryTerm>();
    for (let length = Math.min(LONGEST_TERM, words.length); length > 0; length -= 1) {
      for (let start = 0; start + length <= words.length; start += 1) {
        if (covered.slice(start, start + length).every(Boolean)) continue;
        const terms = this.byForm.get(words.slice(start, start + length).join(' '));
        if (terms === undefined) continue;
        covered.fill(true, start, start + length);
        for (const term of terms) found.add(term);
        if (found.size >= MOST_DEFINITIONS) return [...found].slice(0, MOST_DEFINITIONS);
      }
    }
    return [...found];
  }

  /** Metrics with a formula that documents do not contradict. */
  metricsOf(found: readonly GlossaryTerm[]): { term: GlossaryTerm; metric: AskedMetric }[] {
    return found.flatMap((term) => {
      const metric = this.metrics.get(term);
      return metric === undefined || this.isContradicted(term) ? [] : [{ term, metric }];
    });
  }

  private isContradicted(term: GlossaryTerm): boolean {
    const own = this.meanings.get(term);
    return [term.name, ...term.synonyms].some((name) =>
      formsOf(name).some((form) =>
        [...(this.byForm.get(form) ?? [])].some((other) => this.meanings.get(other) !== own),
      ),
    );
  }

  contradictions(): GlossaryView['contradictions'] {
    const seen = new Set<string>();
    const numbers = new Map(this.terms.map((term, number) => [term, number]));
    return [...this.byForm].flatMap(([form, terms]) => {
      const meanings = new Map([...terms].map((term) => [this.meanings.get(term) ?? '', term]));
      const key = [...terms].map((term) => numbers.get(term)).join();
      if (meanings.size < 2 || seen.has(key)) return [];
      seen.add(key);
      return [{ term: form, meanings: [...terms].map(({ source, text }) => ({ source, text })) }];
    });
  }

  private termOf(source: string, item: KnowledgeItem): GlossaryTerm[] {
    if (item.kind !== 'metric' && item.kind !== 'term') return [];
    const { name, synonyms } = item;
    const also = synonyms.length === 0 ? '' : ` (also called ${synonyms.join(', ')})`;
    const place =
      item.kind === 'term' && item.table !== null
        ? placeOf(item.table, item.column === null ? [] : [item.column])
        : null;
    const says =
      item.kind === 'metric'
        ? [item.text, computedAs(item)].filter(Boolean).join(' ')
        : [item.text, place === null || item.text?.includes(place) ? null : `In the database: ${place}.`]
            .filter(Boolean)
            .join(' ');
    const term = { name, synonyms, source, text: `“${name}”${also}: ${says}` };
    const meaning =
      item.kind === 'metric'
        ? computedAs(item) || (item.text ?? '')
        : (place ?? statementOfItem({ ...item, synonyms: [] }));
    this.meanings.set(term, meaning.replace(/\s+/g, ' ').toLowerCase());
    if (item.kind === 'metric' && item.formula !== null) {
      this.metrics.set(term, { name, source, formula: item.formula });
    }
    return [term];
  }
}

function formsOf(name: string): string[] {
  const plain = wordsOf(name).join(' ');
  return plain === '' ? [] : [plain, ...otherForms(plain).map((form) => wordsOf(form).join(' '))];
}

/** Without accents; `orderTotal_net` gives order, total, net. */
function wordsOf(text: string): string[] {
  const spaced = text.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2');
  return (
    spaced
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}
