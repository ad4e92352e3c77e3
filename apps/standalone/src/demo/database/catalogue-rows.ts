import type { SeededSource } from './seeded-source.js';
import {
  CATEGORIES,
  FIRST_NAMES,
  LAST_NAMES,
  PLACES,
  PUBLISHER_NAMES,
  TITLE_ENDINGS,
  TITLE_OPENINGS,
} from './vocabulary.js';

const AUTHORS = 200;
const BOOKS = 700;
const TITLES = TITLE_OPENINGS.length * TITLE_ENDINGS.length;

export interface PublisherRow {
  id: number;
  name: string;
  country_code: string;
}
export interface CategoryRow {
  id: number;
  name: string;
  parent_id: number | null;
}
export interface AuthorRow {
  id: number;
  name: string;
  born_year: number | null;
  country_code: string | null;
}
export interface BookRow {
  id: number;
  title: string;
  category_id: number | null;
  publisher_id: number;
  language: string;
  published_on: string | null;
  list_price: string | null;
  discontinued: boolean;
}
export interface BookAuthorRow {
  book_id: number;
  author_id: number;
  role: 'author' | 'editor' | 'translator';
}

export interface CatalogueRows {
  publisher: PublisherRow[];
  category: CategoryRow[];
  author: AuthorRow[];
  book: BookRow[];
  book_author: BookAuthorRow[];
}

export function catalogueRows(source: SeededSource): CatalogueRows {
  const book: BookRow[] = [];
  for (let id = 1; id <= BOOKS; id += 1) book.push(bookRow(source, id, book[id - 1 - TITLES]));
  return {
    publisher: PUBLISHER_NAMES.map((name, index) => ({ id: index + 1, name, country_code: source.pick(PLACES)[1] })),
    category: categoryRows(),
    author: Array.from({ length: AUTHORS }, (_, index) => authorRow(source, index + 1)),
    book,
    book_author: book.flatMap((row) => contributors(source, row)),
  };
}

function categoryRows(): CategoryRow[] {
  const idOf = new Map<string, number>(CATEGORIES.map(([name], index) => [name, index + 1]));
  return CATEGORIES.map(([name, parent], index) => ({
    id: index + 1,
    name,
    parent_id: parent === null ? null : (idOf.get(parent) ?? null),
  }));
}

function authorRow(source: SeededSource, id: number): AuthorRow {
  const named = id % 10 === 0 ? id - 1 : id;
  const first = FIRST_NAMES[named % FIRST_NAMES.length] ?? 'Ada';
  const last = LAST_NAMES[(named * 7 + Math.floor(named / FIRST_NAMES.length) * 11) % LAST_NAMES.length] ?? 'Rossi';
  return {
    id,
    name: `${first} ${last}`,
    born_year: source.chance(0.15) ? null : source.between(1921, 1996),
    country_code: source.chance(0.1) ? null : source.pick(PLACES)[1],
  };
}

function bookRow(source: SeededSource, id: number, earlier: BookRow | undefined): BookRow {
  const drawn = source.chance(0.03) ? null : source.between(1, CATEGORIES.length);
  const category = earlier === undefined ? drawn : earlier.category_id;
  const kind = category === null ? 'all' : CATEGORIES[category - 1]?.[2];
  const price = source.weighted([
    ['9.90', 3],
    ['12.50', 4],
    ['14.00', 3],
    ['18.00', 3],
    ['22.90', 2],
    ['35.00', 1],
    [null, 0.5],
  ] as const);
  return {
    id,
    title: earlier === undefined ? titleOf(id) : reprinted(source, earlier.title),
    category_id: kind === 'none' ? 1 : category,
    publisher_id: source.between(1, PUBLISHER_NAMES.length),
    language: source.weighted([
      ['en', 5],
      ['it', 3],
      ['fr', 2],
      ['de', 2],
      ['pt', 1],
    ] as const),
    published_on: source.chance(0.06) ? null : source.day('1998-01-01', '2025-05-31'),
    list_price: price,
    discontinued: kind === 'discontinued' || source.chance(0.14),
  };
}

function titleOf(id: number): string {
  const number = (id * 37) % TITLES;
  const opening = TITLE_OPENINGS[number % TITLE_OPENINGS.length] ?? 'The';
  const ending = TITLE_ENDINGS[Math.floor(number / TITLE_OPENINGS.length)] ?? 'Book';
  return `${opening} ${ending}`;
}

function reprinted(source: SeededSource, title: string): string {
  return source.chance(0.5) ? title.toUpperCase() : title;
}

function contributors(source: SeededSource, book: BookRow): BookAuthorRow[] {
  const rows = new Map<string, BookAuthorRow>();
  const add = (author: number, role: BookAuthorRow['role']): void => {
    rows.set(`${author} ${role}`, { book_id: book.id, author_id: author, role });
  };
  const author = source.between(1, AUTHORS - 20);
  add(author, 'author');
  if (source.chance(0.18)) add(source.between(1, AUTHORS - 20), 'author');
  if (source.chance(0.12)) add(source.between(1, AUTHORS), 'editor');
  if (source.chance(0.1)) add(source.chance(0.25) ? author : source.between(AUTHORS - 60, AUTHORS), 'translator');
  return [...rows.values()];
}
