import type { Id, ResultColumn, WitnessRecord } from '@assay/contracts';
import { useState, type ReactElement } from 'react';
import { ResultTable } from '../../design/result-table.js';
import type { AttemptView } from '../model/attempt-view.js';
import { describeDifference, rowsOnlyIn } from '../model/row-difference.js';

const SHOWN = 3;

export function Witnesses({ view }: { view: AttemptView }): ReactElement | null {
  const [all, setAll] = useState(false);
  const witnesses = view.attempt.witnesses.toSorted((one, other) => Number(one.weak) - Number(other.weak));
  if (witnesses.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="witnesses">
      <div className="stack-tight">
        <h2 id="witnesses">Where answers differ</h2>
        <p className="soft small prose">
          These SQLs may return the same rows on your data today. On generated data of the same shape they return
          different rows.
        </p>
      </div>
      {witnesses.slice(0, all ? undefined : SHOWN).map((witness, index) => (
        <Witness key={`${witness.a} ${witness.b}`} witness={witness} view={view} open={index === 0} />
      ))}
      {!all && witnesses.length > SHOWN && (
        <div>
          <button type="button" className="button" onClick={() => setAll(true)}>
            Show {witnesses.length - SHOWN} more
          </button>
        </div>
      )}
    </section>
  );
}

interface WitnessProps {
  witness: WitnessRecord;
  view: AttemptView;
  open: boolean;
}

function Witness({ witness, view, open }: WitnessProps): ReactElement {
  const { a, b, weak, resultA, resultB } = witness;
  return (
    <details className="panel witness" open={open}>
      <summary>
        {nameWithGroup(view, a)} and {nameWithGroup(view, b)}
      </summary>
      <div className="stack">
        <p className="small">
          {describeDifference(resultA, resultB)}
          {weak && ' This data breaks a rule that your data keeps, so it does not affect the decision.'}
        </p>
        <WitnessTables witness={witness} labelA={`${view.nameOf(a)} returns`} labelB={`${view.nameOf(b)} returns`} />
      </div>
    </details>
  );
}

export function WitnessTables({ witness, labelA, labelB }: WitnessTablesProps): ReactElement {
  const { tables, resultA, resultB } = witness;
  return (
    <>
      <div className="witness-tables">
        {Object.entries(tables).map(([name, { columns, rows }]) => (
          <figure key={name}>
            <figcaption className="small mono">{name}</figcaption>
            <ResultTable columns={columns.map(untyped)} rows={rows} label={`Table ${name}`} />
          </figure>
        ))}
      </div>
      <ResultPair results={{ resultA, resultB }} labelA={labelA} labelB={labelB} />
    </>
  );
}

interface WitnessTablesProps extends Labels {
  witness: Pick<WitnessRecord, 'tables' | 'resultA' | 'resultB'>;
}

interface Labels {
  labelA: string;
  labelB: string;
}

export function ResultPair({ results: { resultA, resultB }, labelA, labelB }: ResultPairProps): ReactElement {
  return (
    <div className="witness-results">
      <WitnessResult label={labelA} own={resultA} other={resultB} />
      <WitnessResult label={labelB} own={resultB} other={resultA} />
    </div>
  );
}

interface ResultPairProps extends Labels {
  results: Pick<WitnessRecord, 'resultA' | 'resultB'>;
}

interface WitnessResultProps {
  label: string;
  own: WitnessRecord['resultA'];
  other: WitnessRecord['resultA'];
}

function WitnessResult({ label, own, other }: WitnessResultProps): ReactElement {
  return (
    <figure>
      <figcaption className="small">{label}</figcaption>
      {own.error === null ? (
        <ResultTable
          columns={own.columns}
          rows={own.rows}
          label={label}
          marked={{ rows: rowsOnlyIn(own, other), as: 'only here' }}
        />
      ) : (
        <p className="note small">{own.error}</p>
      )}
    </figure>
  );
}

function nameWithGroup(view: AttemptView, id: Id): string {
  const group = view.groups.find(({ candidates }) => candidates.some((candidate) => candidate.id === id));
  return group === undefined ? view.nameOf(id) : `${view.nameOf(id)} (${group.name})`;
}

function untyped(name: string): ResultColumn {
  return { name, type: '' };
}
