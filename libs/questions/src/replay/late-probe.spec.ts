import { describe, expect, it } from '@jest/globals';
import type { Id, ProbePayload, Settings } from '@assay/contracts';
import fc from 'fast-check';
import {
  candidate,
  differences,
  judgement,
  live,
  type PlayedQuestion,
  type Results,
} from '../testing/played-question.js';

/** Weighed verdicts wait for every probe. */
const WAVES = { effort: 'balanced', verdicts: 'final', judge: 'behaviour' } as const;

/** Same letter: same behaviour; equal results if in `alike`. */
interface ProbeAnswers {
  names: readonly string[];
  alike: 'letters' | 'all' | 'none';
  failing?: string;
  mute?: boolean;
}

function probeAnswers({ names, alike, failing = '', mute = false }: ProbeAnswers): Results {
  const nameOf = (ordinal: number): string => names[(ordinal - 1) % names.length] ?? '';
  const letterOf = (id: Id): string => nameOf(Number(id.split('/')[3])).slice(0, 1);
  return (kind, ordinal, attempt, payload) => {
    if (kind === 'generate') {
      const name = nameOf(ordinal);
      const cluster = { letters: name.slice(0, 1), all: 'same', none: name }[alike];
      return { ...candidate(`${attempt} ${name}`), cluster, examination: 'examination' };
    }
    if (kind === 'probe') {
      const ids = [...(payload as ProbePayload).texts, ...(payload as ProbePayload).earlier].map(
        (text) => text.candidate,
      );
      const classes = [...Map.groupBy(ids, letterOf)].map(([id, candidates]) => ({ id, candidates }));
      return { classes, unstable: [], unobserved: [], suite: [], witnesses: [], asked: 3, unavailable: null };
    }
    if (kind === 'evaluate') {
      const { id } = (payload as { candidate: { id: Id } }).candidate;
      return judgement(failing.includes(letterOf(id)) ? 'FAIL' : 'PASS');
    }
    if (kind === 'compare')
      return { reasoning: '', winner: (payload as { first: { id: Id } }).first.id, confidence: 0.9 };
    if (kind === 'trial') return { reasoning: '', decisions: [] };
    if (kind === 'supervise') return { ...judgement('PASS'), reviews: [] };
    const writes = kind === 'precompute-tests' || kind === 'evaluation-tests';
    return {
      reasoning: '',
      tests: writes && !mute ? [{ id: `${kind} ${attempt}`, statement: 'It counts.', evidenceCritical: false }] : [],
    };
  };
}

const LATE = { probeMs: 1000 };
const wavesOf = ({ run }: PlayedQuestion): (string | boolean)[] =>
  run.attempts.flatMap(({ waves }) => waves.map(({ why, beforeProbe }) => beforeProbe ?? why));
const kindsOf = ({ run }: PlayedQuestion): string[] => run.stages.map(({ kind }) => kind);

describe('a probe that outlasts what the question waits for it', () => {
  const settings = { ...WAVES, sqlCandidates: 3 };

  it('had distinguished nothing when the last wave was decided: orders of columns counted as readings', () => {
    const orders: ProbeAnswers = { names: ['a1', 'a2', 'a3'], alike: 'none' };
    const [late, early] = [live(probeAnswers(orders), settings, LATE), live(probeAnswers(orders), settings)];
    expect([late, early].map(wavesOf)).toEqual([[true], ['all-asked']]);
    expect([late, early].map((lived) => kindsOf(lived).includes('evaluation-tests'))).toEqual([true, false]);
    expect([late, early].map(differences)).toEqual([[], []]);
  });

  it('had distinguished nothing when the last wave was decided: readings counted as one', () => {
    const readings: ProbeAnswers = { names: ['a1', 'b1', 'a1'], alike: 'all' };
    const late = live(probeAnswers(readings), settings, LATE);
    expect(wavesOf(late)).toEqual([true]);
    expect(kindsOf(late)).toContain('evaluation-tests');
    expect(differences(late)).toEqual([]);
  });

  it('is waited for by every wave but the last', () => {
    const names = ['a1', 'b1', 'a2', 'a3'];
    const late = live(probeAnswers({ names, alike: 'none' }), { ...WAVES, sqlCandidates: 4 }, LATE);
    expect(wavesOf(late)).toEqual(['undecided', true]);
    expect(differences(late)).toEqual([]);
  });

  it.each(['balanced', 'exhaustive'] as const)('is cut off where its attempt ends before it (%s)', (effort) => {
    const mute: ProbeAnswers = { names: ['a1', 'b1', 'a2'], alike: 'none', mute: true };
    const late = live(probeAnswers(mute), { ...settings, effort }, LATE);
    const probes = late.run.stages.flatMap((stage) => (stage.kind === 'probe' ? stage.tasks : []));
    expect(probes.map(({ status }) => status)).toEqual(['CANCELLED', 'CANCELLED']);
    expect(differences(late)).toEqual([]);
  });

  it('is where a question ends that is cancelled before its wave was decided', () => {
    const cancelled = live(probeAnswers({ names: ['a1', 'b1'], alike: 'none' }), settings, { until: 'probe' });
    expect(cancelled.ending.status).toBe('CANCELLED');
    expect(wavesOf(cancelled)).toEqual([]);
    expect(differences(cancelled)).toEqual([]);
  });

  it('does not change a replay, for any duration and result', () => {
    const asked = fc.record({
      names: fc.array(fc.constantFrom('a1', 'a2', 'a3', 'b1', 'b2', 'c1'), { minLength: 1, maxLength: 10 }),
      alike: fc.constantFrom('letters', 'all', 'none'),
      failing: fc.constantFrom('', 'a', 'b', 'abc'),
      mute: fc.boolean(),
    });
    const reported = fc.record({
      effort: fc.constantFrom('economical', 'balanced', 'exhaustive'),
      verdicts: fc.constantFrom('final', 'weighed'),
      sqlCandidates: fc.integer({ min: 1, max: 10 }),
    });
    fc.assert(
      fc.property(asked, reported, fc.constantFrom(0, 300, 400, 500, 1000, 3000), (one, spent, probeMs) => {
        const lived = live(probeAnswers(one), { judge: 'behaviour', ...(spent as Partial<Settings>) }, { probeMs });
        expect(differences(lived)).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });
});
