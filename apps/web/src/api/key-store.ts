const STORED = 'assay.key';

/** The API key that was kept in this tab, or on this device; undefined where none was. */
export function readKey(): string | undefined {
  return [sessionStorage, localStorage].map((storage) => read(storage)).find((key) => key !== undefined);
}

/** Keeps a key for this tab, or for this device until it is forgotten. */
export function keepKey(key: string, where: 'tab' | 'device'): void {
  forgetKey();
  (where === 'tab' ? sessionStorage : localStorage).setItem(STORED, key);
}

export function forgetKey(): void {
  for (const storage of [sessionStorage, localStorage]) storage.removeItem(STORED);
}

function read(storage: Storage): string | undefined {
  return storage.getItem(STORED) ?? undefined;
}
