import type { ModelTrial } from '@assay/contracts';
import type { ReactElement } from 'react';
import { Problem } from '../design/problem.js';

export function TrialResult({ trial }: { trial: ModelTrial }): ReactElement {
  const { model, answers, error, structuredOutput, tools, streaming, cachedTokens, latencyMs } = trial;
  if (!answers) {
    const code = error === null ? '' : ` (${error.code})`;
    return <Problem title={`${model} does not answer${code}`} error={new Error(error?.message)} />;
  }
  const facts = [
    `first answer after ${((latencyMs ?? 0) / 1000).toFixed(1)} s`,
    `structured output: ${structuredOutput === 'none' ? 'no, answers are read from text' : `yes (${structuredOutput})`}`,
    `tools: ${tools ? 'yes' : 'no, they are described in the prompt'}`,
    `streaming: ${streaming ? 'yes' : 'no, not needed'}`,
    `cached tokens: ${cachedTokens ? 'reported' : 'not reported, costs count them in full'}`,
  ];
  return (
    <p>
      <span className="tag tag-pass">works</span> <span className="mono">{model}</span>{' '}
      <span className="small soft">{facts.join(' · ')}</span>
    </p>
  );
}
