/** Where the counts of the last run under a name are, a project's under its folder. */
export function countsFile(name: string): string;
