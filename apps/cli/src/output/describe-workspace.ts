import { oneLine, wrap } from '@assay/client';
import { DEFAULT_SETTINGS, type WorkspaceView } from '@assay/contracts';

export function describeWorkspace(workspace: WorkspaceView, width: number): string[] {
  const { id, name, dialect, directives, evidence, settings, privileges, accept = [] } = workspace;
  const facts: [string, string][] = [
    ['name', name],
    ['id', id],
    ['dialect', dialect],
    ['role', describeRole(privileges)],
    ...(privileges?.findings ?? []).map((finding): [string, string] => ['finding', finding]),
    ...accept.map((name): [string, string] => ['accepted', name]),
    ...(directives ? ([['directives', directives]] as [string, string][]) : []),
    ...evidence.map((text): [string, string] => ['evidence', text]),
    ...changedSettings(settings),
  ];
  const column = Math.max(...facts.map(([label]) => label.length)) + 2;
  return facts.flatMap(([label, text]) =>
    wrap(oneLine(text), Math.max(20, width - column)).map(
      (line, index) => (index === 0 ? label : '').padEnd(column) + line,
    ),
  );
}

function describeRole(privileges: WorkspaceView['privileges'] | undefined): string {
  if (privileges === undefined) return 'unknown';
  return privileges.superuser ? 'superuser' : privileges.canWrite ? 'may write' : 'may only read';
}

function changedSettings(settings: WorkspaceView['settings']): [string, string][] {
  const defaults = DEFAULT_SETTINGS as Record<string, unknown>;
  return Object.entries(settings)
    .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(defaults[name]))
    .map(([name, value]) => [name, JSON.stringify(value)]);
}
