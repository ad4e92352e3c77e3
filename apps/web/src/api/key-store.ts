const STORED = 'assay.key';

/** Of the tab, else of the device. */
export function readKey(): string | undefined {
  return [sessionStorage, localStorage].map((storage) => read(storage)).find((key) => key !== undefined);
}

export function saveKey(key: string, where: 'tab' | 'device'): void {
  clearKey();
  (where === 'tab' ? sessionStorage : localStorage).setItem(STORED, key);
}

export function clearKey(): void {
  for (const storage of [sessionStorage, localStorage]) storage.removeItem(STORED);
}

function read(storage: Storage): string | undefined {
  return storage.getItem(STORED) ?? undefined;
}
