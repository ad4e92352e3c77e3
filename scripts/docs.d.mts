export function anchorsOf(markdown: string): string[];
export function problemsOf(pages: Record<string, string>, exists: (path: string) => boolean): string[];
export function readPages(): Record<string, string>;
export function settingsProblems(page: string, names: readonly string[]): string[];
