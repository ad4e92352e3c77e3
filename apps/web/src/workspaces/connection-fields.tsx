import { ApiProblem } from '@assay/client';
import { DIALECTS, type Dialect, type FieldProblem } from '@assay/contracts';
import type { WorkspaceCreate } from '@assay/requests';
import { useMutation } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useSession } from '../api/assay.js';
import { Field } from '../design/field.js';
import { Problem } from '../design/problem.js';
import { NamesField } from './names-field.js';

export interface ConnectionDraft {
  dialect: Dialect;
  url: string;
  acceptPrivileged: boolean;
  /** Names of what the role may use beyond its tables. */
  accept: string[];
}

export const EMPTY_CONNECTION: ConnectionDraft = {
  dialect: 'postgres',
  url: '',
  acceptPrivileged: false,
  accept: [],
};

export function databaseOf({ dialect, url, acceptPrivileged, accept }: ConnectionDraft): WorkspaceCreate['database'] {
  return { dialect, url: url.trim(), accept, ...(acceptPrivileged ? { acceptPrivileged } : {}) };
}

const SHAPES: Record<Dialect, string> = {
  postgres: 'postgres://reader:password@host:5432/database',
  mysql: 'mysql://reader:password@host:3306/database',
  mariadb: 'mariadb://reader:password@host:3306/database',
  sqlite: 'sqlite:///absolute/path.sqlite',
  sqlserver: 'sqlserver://reader:password@host:1433/database',
  oracle: 'oracle://reader:password@host:1521/service',
};

interface ConnectionFieldsProps {
  connection: ConnectionDraft;
  onChange: (connection: ConnectionDraft) => void;
  problems: FieldProblem[];
}

/** Where a database is, with a try that keeps nothing. */
export function ConnectionFields({ connection, onChange, problems }: ConnectionFieldsProps): ReactElement {
  const { patient } = useSession();
  const trial = useMutation({ mutationFn: () => patient.workspaces.tryConnection(databaseOf(connection)) });
  const change = (part: Partial<ConnectionDraft>): void => {
    trial.reset();
    onChange({ ...connection, ...part });
  };
  const refused = trial.error instanceof ApiProblem ? trial.error.errors : problems;
  const problem = refused.find(({ field }) => /(^|\.)url$/.test(field))?.message ?? null;
  return (
    <>
      <Field label="Dialect">
        {(control) => (
          <select
            {...control}
            className="input"
            value={connection.dialect}
            onChange={(event) => change({ dialect: event.target.value as Dialect })}
          >
            {DIALECTS.map((dialect) => (
              <option key={dialect}>{dialect}</option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Connection" hint={`Such as ${SHAPES[connection.dialect]}`} problem={problem}>
        {(control) => (
          <input
            {...control}
            className="input mono"
            required
            autoComplete="off"
            spellCheck={false}
            value={connection.url}
            onChange={(event) => change({ url: event.target.value })}
          />
        )}
      </Field>
      <label className="check">
        <input
          type="checkbox"
          checked={connection.acceptPrivileged}
          onChange={(event) => change({ acceptPrivileged: event.target.checked })}
        />
        Accept a role that may do more than read. Assay still runs nothing but guarded SELECTs.
      </label>
      <NamesField
        label="Accept by name"
        hint="functions, extensions and wrappers that the role may use and that reach beyond its tables; one per line"
        names={connection.accept}
        problem={refused.find(({ field }) => /(^|\.)accept(\.|$)/.test(field))?.message ?? null}
        onChange={(accept) => change({ accept })}
      />
      <div className="row">
        <button
          type="button"
          className="button"
          disabled={trial.isPending || connection.url.trim() === ''}
          onClick={() => trial.mutate()}
        >
          {trial.isPending ? 'Trying …' : 'Test the connection'}
        </button>
        <span aria-live="polite" className="small">
          {trial.data !== undefined && (
            <>
              <span className="tag tag-pass">works</span> {trial.data.tables} tables and views
              {trial.data.privileges.findings.length > 0 && `; ${trial.data.privileges.findings.join('; ')}`}
            </>
          )}
        </span>
      </div>
      {trial.error !== null && <Problem title="The connection does not work" error={trial.error} />}
    </>
  );
}
