/** A value of an untrusted document: what is not of the expected shape is absent. */
export class DocumentNode {
  readonly value: unknown;

  constructor(value: unknown) {
    this.value = value;
  }

  /** A field of an object. */
  at(...path: string[]): DocumentNode {
    let value = this.value;
    for (const key of path) value = isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
    return new DocumentNode(value);
  }

  get isObject(): boolean {
    return isObject(this.value);
  }

  get isList(): boolean {
    return Array.isArray(this.value);
  }

  get isPresent(): boolean {
    return this.value !== undefined && this.value !== null;
  }

  /** Whether it is absent, false or empty, and so is all in it. */
  get saysNothing(): boolean {
    return saysNothing(this.value);
  }

  /** The fields that say something beside those that are understood: without them the rest may mean something else. */
  beside(understood: ReadonlySet<string>): string[] {
    return this.fields().flatMap(([key, part]) => (understood.has(key) || part.saysNothing ? [] : [key]));
  }

  /** The elements of a list. */
  list(): DocumentNode[] {
    return Array.isArray(this.value) ? this.value.map((value) => new DocumentNode(value)) : [];
  }

  /** The fields of an object. */
  fields(): [string, DocumentNode][] {
    return isObject(this.value)
      ? Object.entries(this.value).map(
          ([key, value]) => [key, new DocumentNode(value)] as const satisfies [string, DocumentNode],
        )
      : [];
  }

  /** A text with something in it. */
  text(): string | null {
    if (typeof this.value === 'number' || typeof this.value === 'boolean') return String(this.value);
    if (typeof this.value !== 'string') return null;
    return this.value.trim() === '' ? null : this.value.trim();
  }

  /** The texts of a list, or the one text that stands for a list. */
  texts(): string[] {
    const single = this.text();
    if (single !== null) return [single];
    return this.list().flatMap((element) => element.text() ?? []);
  }

  /** Texts, numbers and booleans of a list. */
  scalars(): (string | number | boolean)[] {
    return this.list().flatMap(({ value }) =>
      typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))
        ? [value]
        : [],
    );
  }
}

function saysNothing(value: unknown): boolean {
  if (value === null || value === undefined || value === false || value === '') return true;
  return typeof value === 'object' && Object.values(value).every(saysNothing);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
