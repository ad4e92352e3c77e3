import { count, typeWord } from '@assay/client';
import type { ColumnSchema, ForeignKey, StatedRules, TableProfile, TableSchema, WorkspaceView } from '@assay/contracts';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { Description } from './description.js';
import { describeStated } from './describe-profile.js';
import { TableProfileDetail } from './table-profile.js';

interface TableDetailProps {
  table: TableSchema;
  workspace: WorkspaceView;
  editable: boolean;
  addressOf: (table: string) => string;
}

export function TableDetail({
  table,
  profile,
  stated,
  workspace,
  editable,
  addressOf,
}: TableDetailProps & { profile: TableProfile | undefined; stated: StatedRules | undefined }): ReactElement {
  const { name, schema, kind, rowEstimate, columns, description } = table;
  return (
    <section className="stack" aria-labelledby="table-name">
      <div className="stack-tight">
        <h2 id="table-name" className="mono">
          {schema !== null && <span className="faint">{schema}.</span>}
          {name}
        </h2>
        <p className="small soft numeric">
          {kind}, {count(columns.length, 'column')}
          {rowEstimate !== null && `, about ${count(rowEstimate, 'row')}`}
        </p>
        <Description workspace={workspace} place={name} what={name} shown={description} editable={editable} />
      </div>
      <div className="table-frame schema-columns" role="group" aria-label={`Columns of ${name}`} tabIndex={0}>
        <table className="table">
          <thead>
            <tr>
              <th scope="col">Column</th>
              <th scope="col">Type</th>
              <th scope="col">Meaning</th>
              <th scope="col">Examples</th>
            </tr>
          </thead>
          <tbody>
            {columns.map((column) => (
              <ColumnRow
                key={column.name}
                column={column}
                table={table}
                workspace={workspace}
                editable={editable}
                addressOf={addressOf}
              />
            ))}
          </tbody>
        </table>
      </div>
      {profile !== undefined && kind !== 'view' && <TableProfileDetail profile={profile} table={name} />}
      {stated !== undefined && (
        <section className="stack-tight" aria-labelledby="stated">
          <h3 id="stated">What documents say of its data</h3>
          <ul className="small listed">
            {describeStated(stated).map((rule) => (
              <li key={rule}>{rule}</li>
            ))}
          </ul>
        </section>
      )}
    </section>
  );
}

function ColumnRow({
  column,
  table,
  workspace,
  editable,
  addressOf,
}: TableDetailProps & { column: ColumnSchema }): ReactElement {
  const { name, type, nullable, description, examples } = column;
  const key = table.foreignKeys.find(({ columns }) => columns.includes(name));
  return (
    <tr>
      <td className="mono">
        {name} {table.primaryKey.includes(name) && <span className="tag tag-gold">key</span>}
        {key !== undefined && (
          <div className="small">
            → <Link href={addressOf(key.referencedTable)}>{referenceOf(key, name)}</Link>
          </div>
        )}
      </td>
      <td className="small">
        <span title={type}>{typeWord(type)}</span>
        {!nullable && <div className="faint">never empty</div>}
      </td>
      <td>
        <Description
          workspace={workspace}
          place={`${table.name}.${name}`}
          what={name}
          shown={description}
          editable={editable}
        />
      </td>
      <td className="small soft schema-examples">{examples.join(', ')}</td>
    </tr>
  );
}

function referenceOf({ columns, referencedTable, referencedColumns }: ForeignKey, column: string): string {
  return `${referencedTable}.${referencedColumns[columns.indexOf(column)] ?? ''}`;
}
