import type { StageKind } from '@assay/contracts';

interface StageWords {
  name: string;
  now: string;
  next: string;
}

export const JUDGING = 'judging';
const OUTCOME = 'the answer, or more SQL';

const STAGE_WORDS: Record<StageKind, StageWords> = {
  prepare: { name: 'Look up values', now: 'reading the database', next: 'writing SQL and tests' },
  'precompute-tests': { name: 'Write tests', now: 'writing tests', next: JUDGING },
  generate: { name: 'Write SQL', now: 'writing SQL', next: JUDGING },
  probe: { name: 'Compare on generated data', now: 'comparing SQLs on generated data', next: JUDGING },
  'evaluation-tests': { name: 'Write tests of these SQLs', now: 'writing tests that see the SQL', next: JUDGING },
  'reduce-tests': { name: 'Merge equal tests', now: 'merging tests', next: JUDGING },
  evaluate: { name: 'Judge SQLs by tests', now: JUDGING, next: OUTCOME },
  trial: { name: 'Review contested tests', now: 'reviewing contested tests', next: OUTCOME },
  supervise: { name: 'Review failed tests', now: 'reviewing failed tests', next: 'the answer' },
  compare: { name: 'Compare SQLs in pairs', now: 'comparing SQLs in pairs', next: 'the answer' },
};

/** A server may be newer than its client. */
export function stageWords(stage: string): StageWords {
  const name = stage.replaceAll('-', ' ');
  return (STAGE_WORDS as Partial<Record<string, StageWords>>)[stage] ?? { name, now: name, next: OUTCOME };
}

/** Such as `Write SQL`. */
export function nameStage(stage: string): string {
  return stageWords(stage).name;
}

export const STAGE_NAME_WIDTH = Math.max(...Object.values(STAGE_WORDS).map(({ name }) => name.length));
