import { count, describeCase, explainDecision, formatPercent, nameLevel } from '@assay/client';
import type { EscalationRecord, Level } from '@assay/contracts';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { LevelTabs } from '../level-tabs.js';
import { viewAttempt, type AttemptView } from '../model/attempt-view.js';
import { useAttemptIndex } from '../model/place.js';
import { answerSix } from '../model/six-questions.js';
import { describeMethod } from '../model/words.js';
import './why.css';

export function WhyView({ record }: { record: EscalationRecord }): ReactElement {
  const index = useAttemptIndex(record);
  const attempt = record.attempts[index];
  if (attempt === undefined) return <p className="soft">No level has begun, so nothing was decided.</p>;
  return (
    <div className="view">
      {record.settlements.length > 0 ? <Settled record={record} /> : <Chosen view={viewAttempt(attempt)} />}
      <section className="stack" aria-labelledby="path">
        <h2 id="path">The way it took</h2>
        <ol className="path">
          {pathOf(record).map((step) => (
            <PathStep key={step.key} step={step} />
          ))}
        </ol>
      </section>
      <section className="stack" aria-labelledby="six">
        <div className="view-head">
          <h2 id="six">
            In detail{record.attempts.length > 1 && `: the ${nameLevel(attempt.level).toLowerCase()} models`}
          </h2>
          <LevelTabs record={record} current={index} />
        </div>
        <dl className="six">
          {answerSix(record, index).map(({ question, short, because, view }) => (
            <div key={question} className="six-row">
              <dt>{question}</dt>
              <dd>
                <strong>{short}</strong>
                <span className="soft">{because}</span>
                <Link href={`/questions/${record.id}/${view}?level=${attempt.level}`} className="small">
                  See {view}
                </Link>
              </dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  );
}

function Settled({ record }: { record: EscalationRecord }): ReactElement {
  return (
    <section className="stack" aria-labelledby="settled">
      <h2 id="settled">Why this SQL</h2>
      <p>{explainDecision(record)}</p>
    </section>
  );
}

function Chosen({ view }: { view: AttemptView }): ReactElement | null {
  const { selection, winner, comparisons } = view.attempt;
  if (selection === null || winner === null) return null;
  const entries = new Set(comparisons.filter((each) => each.winner === winner).map(({ reasoning }) => reasoning));
  return (
    <section className="stack" aria-labelledby="chosen">
      <h2 id="chosen">Why this SQL</h2>
      <p>
        {view.nameOf(winner)} was chosen of {count(view.judged.length, 'SQL')} that ran: {describeMethod(selection.by)}.
      </p>
      {[...entries].map((reasoning) => (
        <blockquote key={reasoning} className="note soft">
          {reasoning}
        </blockquote>
      ))}
    </section>
  );
}

interface Step {
  key: string;
  level: Level;
  sign: string;
  text: string;
}

function pathOf(record: EscalationRecord): Step[] {
  const steps = record.attempts.flatMap((attempt, index): Step[] => {
    const view = viewAttempt(attempt);
    const judged = view.judged.length;
    const rates = view.judged.map(({ id }) => view.passRate(id) ?? 0);
    const best =
      rates.length === 0
        ? ''
        : ` The best passes ${formatPercent(Math.max(...rates))} of ${count(view.kept.length, 'test')}.`;
    const base = { level: attempt.level };
    const entries: Step[] = [];
    if (attempt.caseBeforeReview !== null) {
      entries.push({
        ...base,
        key: `${index} C`,
        sign: 'C',
        text: `${sentence(describeCase('C', judged))} A second look was taken.`,
      });
    }
    if (attempt.case !== null && attempt.case !== attempt.caseBeforeReview) {
      entries.push({
        ...base,
        key: `${index} ${attempt.case}`,
        sign: attempt.case,
        text: `${sentence(describeCase(attempt.case, judged, attempt.caseBeforeReview !== null))}${attempt.case === 'D' || attempt.case === 'C' ? best : ''}`,
      });
    }
    if (attempt.case === null && attempt.finishedAt !== null && judged === 0) {
      entries.push({ ...base, key: `${index} none`, sign: '–', text: 'No valid SQL was found.' });
    }
    return entries;
  });
  const end: Step = { key: 'end', level: record.level, sign: '■', text: `It ended as ${record.status}.` };
  const settled = record.settlements.map(({ id }): Step => {
    const text = 'A person chose the meaning: the SQL of that reading is the answer.';
    return { key: id, level: record.level, sign: '?', text };
  });
  return record.finishedAt === null ? steps : [...steps, ...settled, end];
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function PathStep({ step }: { step: Step }): ReactElement {
  return (
    <li className="path-step">
      <span className="path-sign">{step.sign}</span>
      <span>
        <span className="small faint">{nameLevel(step.level)}</span>
        <br />
        {step.text}
      </span>
    </li>
  );
}
