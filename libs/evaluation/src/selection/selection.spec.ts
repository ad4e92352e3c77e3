import { swappedColumns } from '@assay/decision';
import { describe, expect, it } from '@jest/globals';
import { NO_MATCH } from '../comparison/compare-results.js';
import type { ExaminedCluster, ExaminedQuestion, ResultFacts } from '../pool/examined-question.js';
import { chooseCluster } from './choose-cluster.js';
import { clusterSignals } from './cluster-signals.js';
import { fitClusters } from './fit-clusters.js';
import { chooseHeldOut } from './held-out-clusters.js';
import { systemSkill } from './system-skill.js';
import { voteOf } from './vote.js';

const FACTS: ResultFacts = { columns: ['name'], rowCount: 1, contentKey: '' };
const cluster = (systems: string, ex: boolean, facts: Partial<ResultFacts> = {}): ExaminedCluster => ({
  systems: [...systems],
  sql: `SELECT '${systems}'`,
  match: { ...NO_MATCH, ex },
  facts: { ...FACTS, contentKey: systems, ...facts },
});
const asked = (id: number, clusters: ExaminedCluster[], question = 'Who?'): ExaminedQuestion => ({
  id: String(id),
  database: `db${id % 4}`,
  question,
  clusters,
  texts: [],
  behaviours: [],
  failed: [],
  goldFailures: [],
  seconds: 0,
});

/** a, b and c are right where they differ from d–g, who outvote them on every third question. */
const split = Array.from({ length: 24 }, (_, id) =>
  asked(
    id,
    id % 3 === 0 ? [cluster('defg', false, { rowCount: 0 }), cluster('abc', true)] : [cluster('abcdefg', true)],
  ),
);

describe('the vote', () => {
  it('takes the largest cluster, and of equal ones the first', () => {
    expect(voteOf([cluster('a', false), cluster('bc', true), cluster('de', false)])?.systems.join('')).toBe('bc');
    expect(voteOf([])).toBeNull();
  });
});

describe('skill', () => {
  it('is derived from agreement alone', () => {
    const questions = Array.from({ length: 30 }, (_, id) =>
      asked(id, [cluster('abc', false), ...(id % 2 === 0 ? [cluster('x', false)] : [cluster('y', false)])]),
    );
    const skill = systemSkill(questions);
    expect(skill.get('a')).toBeGreaterThan(0.9);
    expect(skill.get('x')).toBeLessThan(0.3);
  });
});

describe('choosing among clusters', () => {
  it('learns on other databases that an empty result is seldom right', () => {
    const right = [...chooseHeldOut(split, ['votes', 'empty']).values()].filter((chosen) => chosen?.match.ex).length;
    expect(right).toBe(24);
    expect(split.filter(({ clusters }) => voteOf(clusters)?.match.ex).length).toBe(16);
  });

  it('never looks at the gold of the question’s own database', () => {
    const before = chooseHeldOut(split, ['votes', 'empty']);
    const lied = split.map((question) =>
      question.database === 'db0'
        ? {
            ...question,
            clusters: question.clusters.map((one) => ({ ...one, match: { ...NO_MATCH, ex: !one.match.ex } })),
          }
        : question,
    );
    const after = chooseHeldOut(lied, ['votes', 'empty']);
    for (const { id } of split.filter(({ database }) => database === 'db0')) {
      expect(after.get(id)?.systems).toEqual(before.get(id)?.systems);
    }
  });

  it('is the vote where nothing but votes is known', () => {
    const skill = systemSkill(split);
    const weights = fitClusters(split, skill, ['votes']);
    for (const question of split) {
      expect(chooseCluster(question, skill, weights)).toBe(voteOf(question.clusters));
    }
    expect(chooseCluster(asked(0, []), skill, weights)).toBeNull();
  });

  it('pools the votes of results that differ in the order of columns alone', () => {
    const [first] = clusterSignals(
      asked(0, [
        cluster('ab', true, { contentKey: 'k' }),
        cluster('cd', false, { contentKey: 'k' }),
        cluster('e', false),
      ]),
      new Map(),
    );
    expect(first?.otherColumnOrder).toBeCloseTo(0.4);
  });
});

describe('the wording of a question', () => {
  it('names columns in an order', () => {
    const question = 'Find the average weight for each pet type.';
    expect(swappedColumns(question, ['avg(weight)', 'PetType'])).toBe(0);
    expect(swappedColumns(question, ['PetType', 'avg(weight)'])).toBe(1);
    expect(swappedColumns(question, ['x', 'y'])).toBe(0);
  });
});
