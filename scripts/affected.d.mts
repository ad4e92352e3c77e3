export function affectedProjects(options?: { folder?: string; files?: readonly string[] | null }): Promise<string[]>;
export function allProjects(): Promise<string[]>;
export function changedFiles(folder?: string): Promise<string[] | null>;
export function lastCommitOnMain(folder?: string): Promise<string | null>;
