export interface SeedTest {
  path: string;
  title: string;
  settings: boolean;
}

export interface Behaviour {
  number: number;
  deviates: boolean;
  page: string | null;
  tests: SeedTest[];
}

export function parseSeeds(yaml: string): Behaviour[];
export function titlesOf(source: string, path?: string): string[];
export function problemsOf(behaviours: Behaviour[], read: (path: string) => string | null, count?: number): string[];
