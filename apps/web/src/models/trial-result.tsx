import type { ModelTrial } from '@assay/contracts';
import type { ReactElement } from 'react';
import { Problem } from '../design/problem.js';

export function TrialResult({ trial }: { trial: ModelTrial }): ReactElement {
  const { model, answers, error, structuredOutput, tools, streaming, cachedTokens, latencyMs } = trial;
  if (!answers) {
    const code = error === null ? '' : ` (${error.code})`;
    return <Problem title={`${model} does not answer${code}`} error={new Error(error?.message)} />;
  }
  const facts: [string, string][] = [
    ['First answer', `after ${((latencyMs ?? 0) / 1000).toFixed(1)} s`],
    ['Structured output', structuredOutput === 'none' ? 'no: answers are read from text' : structuredOutput],
    ['Tools', tools ? 'yes' : 'no: they are described in the prompt'],
    ['Streaming', streaming ? 'yes' : 'no; not needed'],
    ['Cached tokens', cachedTokens ? 'reported' : 'not reported: costs count them in full'],
  ];
  return (
    <section className="stack-tight" aria-label="What it supports">
      <p>
        <span className="tag tag-pass">works</span> {model} answers.
      </p>
      <dl className="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
