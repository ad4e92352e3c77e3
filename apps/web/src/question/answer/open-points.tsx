import { count } from '@assay/client';
import type { EscalationRecord, Id, OpenPoint, WitnessRecord } from '@assay/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useSession } from '../../api/assay.js';
import { useMay } from '../../api/queries.js';
import { Problem } from '../../design/problem.js';
import { ResultPair, WitnessTables } from '../candidates/witnesses.js';
import { describeDifference } from '../model/row-difference.js';
import { differingRows, valueOf } from './differing-rows.js';
import '../candidates/candidates.css';
import './open-points.css';

interface Choice {
  openPoint: Id;
  option: string;
  /** Can be remembered as text. */
  inWords: boolean;
}

export function OpenPoints({ record }: { record: EscalationRecord }): ReactElement | null {
  const { client } = useSession();
  const mayCurate = useMay('curate', record.workspace);
  const queries = useQueryClient();
  const [remember, setRemember] = useState(false);
  const [sentence, setSentence] = useState('');
  const settle = useMutation({
    mutationFn: ({ inWords, ...choice }: Choice) => {
      const note = sentence.trim() !== '' && { sentence: sentence.trim() };
      return client.questions.settle(record.id, {
        ...choice,
        ...(remember && (inWords || note !== false) && { remember, ...note }),
      });
    },
    onSuccess: async () => {
      await queries.refetchQueries({ queryKey: ['question', record.id] });
      for (const key of ['rows', 'chart']) void queries.resetQueries({ queryKey: [key, record.id] });
      for (const key of ['history', 'workspaces']) void queries.invalidateQueries({ queryKey: [key] });
    },
  });
  if (record.openPoints.length === 0) return null;
  const answered = record.readings.some(({ chosen }) => chosen);
  return (
    <section className="panel stack open-points" aria-labelledby="open-points">
      <h2 id="open-points">{answered ? 'You may also have meant …' : 'What did you mean?'}</h2>
      {record.openPoints.map((point) => (
        <Point
          key={point.id}
          point={point}
          record={record}
          busy={settle.isPending}
          onTake={(option) => settle.mutate({ openPoint: point.id, option, inWords: isInWords(point) })}
        />
      ))}
      {mayCurate && (
        <label className="check small">
          <input type="checkbox" checked={remember} onChange={(event) => setRemember(event.target.checked)} />
          Remember my answer for later questions in this workspace
        </label>
      )}
      {remember && (
        <label className="stack-tight small">
          In your words{!record.openPoints.every(isInWords) && ' (needed where the options are two SQLs)'}
          <input value={sentence} maxLength={500} onChange={(event) => setSentence(event.target.value)} />
        </label>
      )}
      {settle.error !== null && <Problem title="That could not be taken" error={settle.error} />}
    </section>
  );
}

function isInWords({ options, weak }: OpenPoint): boolean {
  return weak !== true && options.some(({ id, reading }) => id !== reading);
}

interface PointProps {
  point: OpenPoint;
  record: EscalationRecord;
  busy: boolean;
  onTake: (option: string) => void;
}

function Point({ point, record, busy, onTake }: PointProps): ReactElement {
  const chosen = record.readings.find((reading) => reading.chosen);
  const others = point.options.filter(({ reading }) => reading !== chosen?.id);
  return (
    <div className="stack-tight" role="group" aria-label={point.question}>
      <p>{point.question}</p>
      <div className="open-options">
        {point.options.map(({ id, meaning, reading }) => {
          const taken = reading === chosen?.id;
          return (
            <button
              key={id}
              type="button"
              className={`button open-option ${taken ? 'open-option-taken' : ''}`}
              aria-pressed={taken}
              disabled={busy}
              onClick={() => (taken && point.settled === id ? undefined : onTake(id))}
            >
              <span>{meaning}</span>
              <span className="small soft">{`${taken ? 'this answer' : 'take this'}${inShort(record, reading)}`}</span>
            </button>
          );
        })}
      </div>
      {chosen !== undefined &&
        others.map((other, index) => (
          <Difference
            key={other.id}
            record={record}
            chosen={chosen.id}
            other={other}
            weak={point.weak === true}
            open={index === 0}
          />
        ))}
    </div>
  );
}

interface DifferenceProps {
  record: EscalationRecord;
  chosen: Id;
  other: OpenPoint['options'][number];
  /** Only on unusual data. */
  weak: boolean;
  open: boolean;
}

function inShort(record: EscalationRecord, reading: Id): string {
  const value = valueOf(record, reading);
  if (value !== null) return `: ${value}`;
  const rows = record.readings.find(({ id }) => id === reading)?.rowCount ?? null;
  return rows === null ? '' : ` (${count(rows, 'row')})`;
}

function Difference({ record, chosen, other, weak, open }: DifferenceProps): ReactElement | null {
  const witness = witnessOf(record, chosen, other.reading);
  const difference = witness === null ? differingRows(record, chosen, other.reading) : null;
  if (witness === null && difference === null) return null;
  return (
    <details className="witness" open={open}>
      <summary className="small">What differs: {other.meaning}</summary>
      {witness !== null && (
        <div className="stack">
          <p className="small soft">
            On a few generated rows{weak && ', unlike any of yours'}.{' '}
            {describeDifference(witness.resultA, witness.resultB)}
          </p>
          <WitnessTables witness={witness} labelA="This answer returns" labelB={`The other: ${other.meaning}`} />
        </div>
      )}
      {difference !== null && (
        <div className="stack">
          <p className="small soft">On your data. {difference.inWords}</p>
          <ResultPair results={difference} labelA="Only in this answer" labelB="Only in the other" />
        </div>
      )}
    </details>
  );
}

function witnessOf(
  { attempts }: EscalationRecord,
  one: Id,
  other: Id,
): Pick<WitnessRecord, 'tables' | 'resultA' | 'resultB'> | null {
  for (const { a, b, tables, resultA, resultB } of attempts.flatMap(({ witnesses }) => witnesses)) {
    if (a === one && b === other) return { tables, resultA, resultB };
    if (b === one && a === other) return { tables, resultA: resultB, resultB: resultA };
  }
  return null;
}
