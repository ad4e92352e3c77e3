import { count, formatNumber, nameLevel, nameStage } from '@assay/client';
import type { EscalationRecord } from '@assay/contracts';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { Sql } from '../../design/sql.js';
import { Waiting } from '../../design/waiting.js';
import { viewAttempt } from '../model/attempt-view.js';
import { progressOf, type StageProgress } from '../model/stage-progress.js';
import { useQuestionPart } from '../use-question-part.js';
import { EarlyRows } from './early-rows.js';

export function Running({ record }: { record: EscalationRecord }): ReactElement {
  const timeline = useQuestionPart(record, 'timeline').data;
  const stages = timeline === undefined ? [] : progressOf(timeline);
  if (stages.length === 0) return <Waiting what="the first step" lines={4} />;
  return (
    <div className="answer">
      <EarlyRows record={record} />
      <section className="stack" aria-labelledby="steps">
        <h2 id="steps">Steps</h2>
        <ol className="steps">
          {stages.map((stage) => (
            <Step key={stage.id} stage={stage} />
          ))}
        </ol>
        <p className="small">
          <Link href={`/questions/${record.id}/timeline`}>See when each task ran</Link>
        </p>
      </section>
      <SoFar record={record} />
    </div>
  );
}

function Step({ stage }: { stage: StageProgress }): ReactElement {
  const state = stage.finished ? 'done' : 'open';
  return (
    <li className={`step step-${state}`}>
      <span className="step-sign" aria-hidden="true">
        {stage.finished ? '✓' : '▸'}
      </span>
      <span>
        {nameStage(stage.stage)} <span className="faint small">{nameLevel(stage.level)}</span>
      </span>
      <span className="numeric small soft">
        {formatNumber(stage.ended)} of {formatNumber(stage.tasks)}
        {stage.failed > 0 && `, ${stage.failed} failed`}
      </span>
      <progress
        className="step-bar"
        max={Math.max(1, stage.tasks)}
        value={stage.ended}
        aria-label={nameStage(stage.stage)}
      />
    </li>
  );
}

const SHOWN = 4;

function SoFar({ record }: { record: EscalationRecord }): ReactElement {
  const attempt = record.attempts.at(-1);
  const view = attempt === undefined ? null : viewAttempt(attempt);
  if (view === null || view.judged.length === 0) {
    return (
      <section className="stack" aria-labelledby="so-far">
        <h2 id="so-far">So far</h2>
        <p className="soft">No valid SQL yet.</p>
      </section>
    );
  }
  return (
    <section className="stack" aria-labelledby="so-far">
      <h2 id="so-far">So far</h2>
      <p className="small soft">
        {count(view.judged.length, 'distinct SQL')}, {count(view.groups.length, 'group')} of equal behaviour,{' '}
        {count(view.attempt.tests.length, 'test')}, {count(view.attempt.verdicts.length, 'judgement')}.
      </p>
      {view.judged.slice(0, SHOWN).map(({ id, sql }) => (
        <div key={id} className="stack-tight">
          <h3 className="small">{view.nameOf(id)}</h3>
          <Sql sql={sql} />
        </div>
      ))}
      {view.judged.length > SHOWN && (
        <Link href={`/questions/${record.id}/candidates`} className="small">
          {view.judged.length - SHOWN} more
        </Link>
      )}
    </section>
  );
}
