export interface KnownCommands {
  scripts: string[];
  variables: string[];
  routes: string[];
  exists: (path: string) => boolean;
}
export function blocksOf(markdown: string): string[];
export function commandsOf(markdown: string): string[];
export function simpleCommandsOf(line: string): string[][];
export function commandProblems(pages: Record<string, string>, known: KnownCommands): string[];
