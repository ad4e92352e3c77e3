/** Values of people in a text: each person's rows hold one. */
export function canariesIn(text: string): string[] {
  return [...new Set(text.match(/Canary\d+x/g) ?? [])];
}

/** Values of other people. */
export function foreignIn(text: string, subject: string): string[] {
  return canariesIn(text).filter((canary) => canary !== `Canary${subject.slice('person-'.length)}x`);
}
