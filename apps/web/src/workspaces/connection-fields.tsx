import { ApiProblem } from '@assay/client';
import { DIALECTS, isFileDialect, REACHES, urlExample, type ConnectionFindings, type Dialect } from '@assay/contracts';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useSession } from '../api/assay.js';
import { CopyButton } from '../design/copy-button.js';
import { Field } from '../design/field.js';
import { TextField } from '../design/text-field.js';
import { Problem } from '../design/problem.js';
import { databaseOf, withoutPassword, withoutSecrets, type ConnectionDraft } from './connection-draft.js';
import { NamesField } from './names-field.js';
import { readerRole } from './reader-role.js';
import '../design/sql.css';

/** More would fill the button. */
const NAMED = 3;

interface ConnectionUse {
  error: Error | null;
  isPending: boolean;
  isIdle: boolean;
  reset: () => void;
}

interface ConnectionFieldsProps {
  connection: ConnectionDraft;
  onChange: (connection: ConnectionDraft) => void;
  use: ConnectionUse;
  /** If false, hide this result: a later test replaced it. */
  isLatest?: boolean;
  onTry?: () => void;
}

export function ConnectionFields(props: ConnectionFieldsProps): ReactElement {
  const { connection, onChange, use, isLatest = true, onTry } = props;
  const { longRequests } = useSession();
  const trial = useMutation({ mutationFn: () => longRequests.workspaces.tryConnection(databaseOf(connection)) });
  const change = (part: Partial<ConnectionDraft>): void => {
    trial.reset();
    use.reset();
    onChange({ ...connection, ...part });
  };
  // The later of test and use.
  const shown = use.isIdle ? trial : use;
  const problems = isLatest && shown.error instanceof ApiProblem ? shown.error.errors : [];
  const reached = problems.flatMap(({ message }) =>
    message.startsWith(REACHES) ? [message.slice(REACHES.length)] : [],
  );
  const [accepted, setAccepted] = useState(0);
  const [isOpen, setOpen] = useState(connection.acceptPrivileged || connection.accept.length > 0);
  const isTooPowerful = shown.error instanceof ApiProblem && shown.error.code === 'ROLE_TOO_POWERFUL';
  const roleStatements = readerRole(connection.dialect, connection.url);
  const tried = isLatest && use.isIdle;
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
      <UrlFields
        connection={connection}
        onChange={change}
        problem={problems.find(({ field }) => /(^|\.)url$/.test(field))?.message ?? null}
      />
      {roleStatements !== null && (
        <details>
          <summary>Statements that make a role that may only read</summary>
          <div className="stack-tight">
            <pre className="sql" tabIndex={0} role="group" aria-label="Statements">
              <code>{roleStatements}</code>
            </pre>
            <div>
              <CopyButton text={roleStatements} label="Copy statements" />
            </div>
          </div>
        </details>
      )}
      <details
        open={isOpen || isTooPowerful || reached.length > 0}
        onToggle={(event) => setOpen(event.currentTarget.open)}
      >
        <summary>A role that may do more than read its tables</summary>
        <div className="stack">
          <label className="check">
            <input
              type="checkbox"
              checked={connection.acceptPrivileged}
              onChange={(event) => change({ acceptPrivileged: event.target.checked })}
            />
            Accept a role that may do more than read. Assay still runs nothing but statements that read.
          </label>
          <NamesField
            key={accepted}
            autoFocus={accepted > 0}
            label="Accept by name"
            hint="Functions, extensions and wrappers that the role may use and that reach beyond its tables. One per line."
            names={connection.accept}
            problem={problems.find(({ field }) => /(^|\.)accept(\.|$)/.test(field))?.message ?? null}
            onChange={(accept) => change({ accept })}
          />
        </div>
      </details>
      {reached.length > 0 && (
        <div>
          <button
            type="button"
            className="button"
            onClick={() => {
              change({ accept: [...connection.accept, ...reached] });
              setAccepted(accepted + 1);
            }}
          >
            Accept {reached.length > NAMED ? `all ${reached.length}` : reached.join(', ')} by name
          </button>
        </div>
      )}
      <div className="row">
        <button
          type="button"
          className="button"
          disabled={trial.isPending || use.isPending || connection.url.trim() === ''}
          onClick={() => {
            onTry?.();
            use.reset();
            trial.mutate();
          }}
        >
          {trial.isPending ? 'Trying …' : 'Test the connection'}
        </button>
        <span aria-live="polite" className="small">
          {tried && trial.data !== undefined && <Works findings={trial.data} />}
        </span>
      </div>
      {tried && trial.error !== null && <Problem title={titleOf(trial.error)} error={trial.error} />}
    </>
  );
}

function Works({ findings }: { findings: ConnectionFindings }): ReactElement {
  const { tables, privileges } = findings;
  return (
    <>
      <span className="tag tag-pass">works</span> {tablesAndViews(tables)}
      {privileges.findings.length > 0 && `; ${privileges.findings.join('; ')}`}
    </>
  );
}

export function tablesAndViews(number: number): string {
  return number === 1 ? '1 table or view' : `${number} tables and views`;
}

function titleOf(error: Error): string {
  const tooPowerful = error instanceof ApiProblem && error.code === 'ROLE_TOO_POWERFUL';
  return tooPowerful ? 'It answers, but the role may do more than read' : 'The connection does not work';
}

interface UrlFieldsProps {
  connection: ConnectionDraft;
  onChange: (part: Partial<ConnectionDraft>) => void;
  problem: string | null;
}

function UrlFields({ connection, onChange, problem }: UrlFieldsProps): ReactElement {
  const { dialect, url, password } = connection;
  return (
    <>
      <Field label="Connection" hint={`Such as ${withoutPassword(urlExample(dialect)).url}`} problem={problem}>
        {(control) => (
          <input
            {...control}
            className="input mono"
            required
            autoComplete="off"
            spellCheck={false}
            value={url}
            onChange={(event) => {
              const typed = (event.nativeEvent as InputEvent).inputType === 'insertText';
              const draft = { dialect, url: event.target.value, password };
              // Incomplete while typing: move secrets on blur.
              onChange(typed ? withoutPassword(draft.url, password) : withoutSecrets(draft));
            }}
            onBlur={() => {
              const hidden = withoutSecrets(connection);
              if (hidden.url !== url) onChange(hidden);
            }}
          />
        )}
      </Field>
      {!isFileDialect(dialect) && (
        <TextField
          label="Password"
          hint="One that is pasted with the connection is moved here."
          mono
          type="password"
          autoComplete="off"
          value={password}
          onText={(text) => onChange({ password: text })}
        />
      )}
    </>
  );
}
