import { formatPercent } from '@assay/client';
import type { StoryEvaluationRecord } from '@assay/contracts';
import type { ReactElement } from 'react';
import { scoresOf } from './story-scores.js';

interface StoryVersionProps {
  label: string;
  record: StoryEvaluationRecord;
}

export function StoryVersion({ label, record }: StoryVersionProps): ReactElement {
  const evaluations = record.evaluations.filter((each) => each['label'] === label);
  const failed = record.failedEvaluators.filter((each) => each.label === label);
  const id = `story-${label.replaceAll(/\W/g, '-')}`;
  return (
    <section className="stack story-version" aria-labelledby={id}>
      <h2 id={id}>{label}</h2>
      {evaluations.length === 0 && failed.length === 0 && <p className="soft small">No evaluator has read it yet.</p>}
      <div className="story-evaluations">
        {evaluations.map((evaluation, index) => (
          <Evaluation key={index} evaluation={evaluation} />
        ))}
      </div>
      {failed.length > 0 && (
        <ul className="failed-tests">
          {failed.map(({ evaluator, reason }) => (
            <li key={evaluator}>
              <span>{evaluator} gave no evaluation</span>
              <span className="soft">{reason}</span>
            </li>
          ))}
        </ul>
      )}
      <Coverage parts={record.coverage.filter((part) => part['label'] === label)} />
    </section>
  );
}

function Evaluation({ evaluation }: { evaluation: Record<string, unknown> }): ReactElement {
  return (
    <div className="stack-tight">
      <h3>
        {String(evaluation['evaluator'])}{' '}
        <span className="soft numeric">{formatPercent(Number(evaluation['score']))}</span>
      </h3>
      <dl className="story-scores">
        {scoresOf(evaluation['answer']).map(({ dimension, score, reason }) => (
          <div key={dimension}>
            <dt>{dimension}</dt>
            <dd>
              <strong className="numeric">{score}</strong> {reason !== null && <span className="soft">{reason}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function Coverage({ parts }: { parts: Record<string, unknown>[] }): ReactElement | null {
  if (parts.length === 0) return null;
  return (
    <div className="stack-tight">
      <h3>Covered by the script</h3>
      <ul className="small listed">
        {parts.map((part, index) => {
          const problems = [...asTexts(part['errors']), ...asTexts(part['warnings'])];
          return (
            <li key={index}>
              Part {Number(part['chunk'])}: {formatPercent(Number(part['coveragePercent']))}
              {part['isValid'] === true ? '' : ', not enough'}
              {problems.length > 0 && <span className="soft">: {problems.join('; ')}</span>}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function asTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
