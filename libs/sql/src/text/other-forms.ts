import countries, { type LocaleData } from 'i18n-iso-countries/index.js';
import { createRequire } from 'node:module';

// The default entry loads all languages.
countries.registerLocale(createRequire(import.meta.url)('i18n-iso-countries/langs/en.json') as LocaleData);

const SIBILANT = /(?:s|x|z|ch|sh)$/;

/** Lower-case alternatives: singular, plural, without accents, country names and codes, places of `African`. */
export function otherForms(text: string): string[] {
  const lowered = text.trim().toLowerCase();
  const plain = withoutAccents(lowered);
  const isCode = text.trim() === text.trim().toUpperCase();
  const forms = [plain, ...singulars(plain), ...plurals(plain), ...places(text, plain), ...countryNames(plain, isCode)];
  return [...new Set(forms)].filter((form) => form !== lowered && form !== '');
}

function singulars(word: string): string[] {
  if (!/[\p{L}]{3,}s$/u.test(word) || word.endsWith('ss')) return [];
  if (word.endsWith('ies')) return [`${word.slice(0, -3)}y`, word.slice(0, -1)];
  const stem = word.slice(0, -2);
  return word.endsWith('es') && SIBILANT.test(stem) ? [stem, word.slice(0, -1)] : [word.slice(0, -1)];
}

function plurals(word: string): string[] {
  if (!/\p{L}{3,}$/u.test(word)) return [];
  if (/[^aeiou]y$/.test(word)) return [`${word.slice(0, -1)}ies`];
  return [SIBILANT.test(word) ? `${word}es` : `${word}s`];
}

function places(text: string, plain: string): string[] {
  return /^\p{Lu}\p{L}{3,}an$/u.test(text.trim()) ? [plain.slice(0, -1), plain.slice(0, -2)] : [];
}

function countryNames(text: string, isCode: boolean): string[] {
  if (text.length < 3 && !isCode) return [];
  const code = COUNTRIES.get(text) ?? COUNTRIES.get(text.replace(/^the /, ''));
  return code === undefined ? [] : (NAMES.get(code) ?? []);
}

function withoutAccents(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '');
}

const NAMES: ReadonlyMap<string, string[]> = new Map(
  Object.entries(countries.getNames('en', { select: 'all' })).map(([code, names]) => {
    const codes = [countries.alpha2ToAlpha3(code) ?? '', code];
    const all = [names, codes].flat().filter(Boolean);
    return [code, [...new Set(all.map((name) => name.toLowerCase()))]];
  }),
);

const COUNTRIES: ReadonlyMap<string, string> = new Map(
  [...NAMES].flatMap(([code, names]) => names.map((name) => [withoutAccents(name), code] as const)),
);
