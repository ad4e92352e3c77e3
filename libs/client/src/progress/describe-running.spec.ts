import type { QuestionEvent } from '@assay/contracts';
import { describe, expect, it } from '@jest/globals';
import { recordedEvents } from '../testing/index.js';
import { describeRunning } from './describe-running.js';
import { NO_PROGRESS } from './question-progress.js';
import { reduceProgress } from './reduce-progress.js';

const stage = (kind: 'generate' | 'evaluate' | 'precompute-tests', type: 'stage-started' | 'stage-finished') =>
  ({ type, level: 'BASIC', stage: kind, tasks: 4, failed: 0, stragglers: 0, elapsedMs: 0 }) as const;
const STARTED: QuestionEvent[] = [
  { type: 'question-accepted' },
  { type: 'attempt-started', level: 'BASIC', reason: null },
  stage('precompute-tests', 'stage-started'),
  stage('generate', 'stage-started'),
];
const WAIT: QuestionEvent = { type: 'model-waiting', agent: 'generator', model: 'm', seconds: 20, times: 2 };
const ANSWERED: QuestionEvent = { type: 'call-answered', agent: 'generator', model: 'm', tokens: 1, costUsd: null };

function line(events: QuestionEvent[], after = 0): string | null {
  const recorded = recordedEvents(events);
  const last = recorded.at(-1)?.at ?? new Date(0).toISOString();
  return describeRunning(recorded.reduce(reduceProgress, NO_PROGRESS), Date.parse(last) + after);
}

describe('the line of progress', () => {
  it('says what runs, what follows, and the seconds so far', () => {
    expect(line([])).toBe('waiting to begin · 0 s');
    expect(line(STARTED.slice(0, 2))).toMatch(/^deciding what comes next · \d+ s$/);
    expect(line(STARTED, 7000)).toMatch(/^writing tests and writing SQL \(0 of 4\) · next: judging · \d+ s$/);
    const seconds = (text: string | null): number => Number(/(\d+) s$/.exec(text ?? '')?.[1]);
    expect(seconds(line(STARTED, 7000)) - seconds(line(STARTED))).toBe(7);
  });

  it('announces SQL where its tests are written first', () => {
    expect(line(STARTED.slice(0, 3))).toMatch(/^writing tests · next: writing SQL · /);
  });

  it('does not announce judging where nothing is tested', () => {
    expect(line([...STARTED.slice(0, 2), stage('generate', 'stage-started')])).toMatch(/ · next: the answer · /);
  });

  it('says for how long a model asked to be left alone, and that it is called again', () => {
    expect(line([...STARTED, WAIT], 8000)).toMatch(/^waiting for m: called again in 12 s \(pause 2\) · writing tests/);
    expect(line([...STARTED, WAIT], 21_000)).toMatch(/^waiting for m: called again now \(pause 2\) · /);
  });

  it('keeps a pause during which an earlier call is answered, and ends it with the first answer after it', () => {
    expect(line([...STARTED, WAIT, ANSWERED])).toMatch(/^waiting for m/);
    expect(line([...STARTED, { ...WAIT, seconds: 0 }, ANSWERED])).toMatch(/^writing tests/);
  });

  it('is none at the end', () => {
    expect(line([...STARTED, { type: 'question-finished', status: 'GOLD', case: 'A', level: 'BASIC' }])).toBeNull();
  });
});
