import { namesOf, subjectOf, statementOfItem, type KnowledgeItem, type LeftOut } from '../item.ts';
import { KnowledgeProblem } from './knowledge-problem.ts';

const MOST_ITEMS = 50_000;
const TEXT_CHARACTERS = 8000;
const NAME_CHARACTERS = 300;
const MOST_PARTS = 1000;
const MOST_SYNONYMS = 100;

export class Collector {
  readonly leftOut: LeftOut[] = [];
  private readonly taken = new Map<string, KnowledgeItem>();
  private things = 0;

  get items(): KnowledgeItem[] {
    return [...this.taken.values()];
  }

  /** @throws KnowledgeProblem if there are too many */
  take(item: KnowledgeItem): void {
    const about = subjectOf(item);
    // Each definition of a word is kept, so that curators see contradictions.
    const isWord = item.kind === 'term' || item.kind === 'metric';
    const key = isWord ? JSON.stringify(item) : about;
    const known = this.taken.get(key);
    if (known !== undefined) {
      if (JSON.stringify(known) !== JSON.stringify(item))
        this.leave(about, 'the document says something else of it before');
      return;
    }
    const unfit = whyUnfit(item);
    if (unfit !== null) return this.leave(about.slice(0, NAME_CHARACTERS), unfit);
    this.taken.set(key, item);
    this.count(namesOf(item));
  }

  leave(what: string, reason: string): void {
    this.leftOut.push({ what: what.slice(0, NAME_CHARACTERS), reason });
    this.count(1);
  }

  private count(things: number): void {
    this.things += things;
    if (this.things > MOST_ITEMS) {
      throw new KnowledgeProblem(`says more than ${MOST_ITEMS.toLocaleString('en')} things`);
    }
  }
}

function whyUnfit(item: KnowledgeItem): string | null {
  const { names, parts } = partsOf(item);
  if (namesOf(item) > MOST_SYNONYMS + 1) return `lists more than ${MOST_SYNONYMS} synonyms`;
  if (names.some((name) => name.length > NAME_CHARACTERS || name === ''))
    return `has a name that is empty or longer than ${NAME_CHARACTERS} characters`;
  if (parts.length > MOST_PARTS) return `lists more than ${MOST_PARTS.toLocaleString('en')} values`;
  if (statementOfItem(item).length > TEXT_CHARACTERS)
    return `is longer than ${TEXT_CHARACTERS.toLocaleString('en')} characters`;
  return null;
}

function partsOf(item: KnowledgeItem): { names: string[]; parts: unknown[] } {
  switch (item.kind) {
    case 'description':
      return { names: [item.table.name, ...(item.column === null ? [] : [item.column])], parts: [] };
    case 'unique':
      return { names: [item.table.name, ...item.columns], parts: item.columns };
    case 'not-null':
      return { names: [item.table.name, item.column], parts: [] };
    case 'accepted-values':
      return { names: [item.table.name, item.column], parts: item.values };
    case 'relationship':
      return { names: [item.table.name, item.to.name, ...item.columns, ...item.toColumns], parts: item.columns };
    case 'metric':
    case 'term':
      return { names: [item.name, ...item.synonyms], parts: item.synonyms };
  }
}
