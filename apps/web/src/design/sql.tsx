import { printable } from '@assay/client';
import { useEffect, useState, type ReactElement } from 'react';
import type { Dialect } from '@assay/contracts';
import { CopyButton } from './copy-button.js';
import './sql.css';

/** Highlighted once loaded. Shows hidden and reordering characters. */
export function Sql({ sql: given }: { sql: string }): ReactElement {
  const sql = printable(given);
  const [html, setHtml] = useState<string | null>(null);
  useEffect(() => {
    let wanted = true;
    void import('./highlight-sql.js').then(({ highlightSql }) => {
      if (wanted) setHtml(highlightSql(sql));
    });
    return () => {
      wanted = false;
    };
  }, [sql]);
  // Safe: the highlighter escapes its input.
  const content = html === null ? { children: sql } : { dangerouslySetInnerHTML: { __html: html } };
  return (
    <pre className="sql" tabIndex={0} role="group" aria-label="SQL">
      <code {...content} />
    </pre>
  );
}

interface FormattedSqlProps {
  sql: string;
  dialect: Dialect | null;
}

export function FormattedSql({ sql, dialect }: FormattedSqlProps): ReactElement {
  return <Sql sql={useFormatted(sql, dialect)} />;
}

function useFormatted(sql: string, dialect: Dialect | null): string {
  const [formatted, setFormatted] = useState<string | null>(null);
  useEffect(() => {
    let wanted = true;
    void import('./format-sql.js').then(({ formatSql }) => {
      if (wanted) setFormatted(formatSql(sql, dialect));
    });
    return () => {
      wanted = false;
    };
  }, [sql, dialect]);
  return formatted ?? sql;
}

export function SqlBlock({ sql, dialect }: FormattedSqlProps): ReactElement {
  const formatted = useFormatted(sql, dialect);
  const [laidOut, setLaidOut] = useState(true);
  const shown = laidOut ? formatted : sql;
  return (
    <div className="sql-block">
      <Sql sql={shown} />
      <div className="row">
        <CopyButton text={shown} label="Copy SQL" />
        <div className="segments" role="group" aria-label="Layout of the SQL">
          <button type="button" className="segment" aria-pressed={laidOut} onClick={() => setLaidOut(true)}>
            Formatted
          </button>
          <button type="button" className="segment" aria-pressed={!laidOut} onClick={() => setLaidOut(false)}>
            As written
          </button>
        </div>
      </div>
    </div>
  );
}
