export interface Site {
  key: string;
  path: string;
  operator: string;
  line: number;
  start: number;
  end: number;
  text: string;
  replacement: string;
}

export function sitesOf(path: string, source: string): Site[];
export function mutated(source: string, site: Site): string;
export function drawn(sites: Site[], seed: number): Generator<Site, void>;
