/** A part of an untrusted document; unexpected shapes read as absent. */
export class DocumentNode {
  readonly value: unknown;

  constructor(value: unknown) {
    this.value = value;
  }

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

  get isEmptyNode(): boolean {
    return isEmptyNode(this.value);
  }

  /** Fields that are not understood; they may change the meaning of the others. */
  beside(understood: ReadonlySet<string>): string[] {
    return this.fields().flatMap(([key, part]) => (understood.has(key) || part.isEmptyNode ? [] : [key]));
  }

  list(): DocumentNode[] {
    return Array.isArray(this.value) ? this.value.map((value) => new DocumentNode(value)) : [];
  }

  fields(): [string, DocumentNode][] {
    return isObject(this.value)
      ? Object.entries(this.value).map(
          ([key, value]) => [key, new DocumentNode(value)] as const satisfies [string, DocumentNode],
        )
      : [];
  }

  text(): string | null {
    if (typeof this.value === 'number' || typeof this.value === 'boolean') return String(this.value);
    if (typeof this.value !== 'string') return null;
    return this.value.trim() === '' ? null : this.value.trim();
  }

  texts(): string[] {
    const single = this.text();
    if (single !== null) return [single];
    return this.list().flatMap((element) => element.text() ?? []);
  }

  scalars(): (string | number | boolean)[] {
    return this.list().flatMap(({ value }) =>
      typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))
        ? [value]
        : [],
    );
  }
}

function isEmptyNode(value: unknown): boolean {
  if (value === null || value === undefined || value === false || value === '') return true;
  return typeof value === 'object' && Object.values(value).every(isEmptyNode);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
