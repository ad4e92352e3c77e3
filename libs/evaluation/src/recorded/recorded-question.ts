import type { AttemptRecord, EscalationRecord, Id, TestRecord } from '@assay/contracts';

export interface RecordedQuestion {
  id: string;
  record: EscalationRecord;
  /** Correctness on the suite, by class. */
  suite: ReadonlyMap<string, boolean>;
  /** Human judgement; null if not reviewed. */
  adjudicated: boolean | null;
}

/** By human judgement, if that read this class, else by the suite. */
export function isRightClass({ record, suite, adjudicated }: RecordedQuestion, behaviour: string): boolean {
  const isRead = adjudicated !== null && behaviour === readClassOf(record);
  return isRead ? adjudicated : suite.get(behaviour) === true;
}

function readClassOf(record: EscalationRecord): string | null {
  const sql = record.status === 'FAILED' ? record.mostLikely?.sql : record.result?.sqlList[0]?.sql;
  const candidates = record.attempts.flatMap((attempt) => attempt.candidates);
  return candidates.find((candidate) => candidate.valid && candidate.sql === sql)?.behaviour ?? null;
}

export class RecordedVerdicts {
  private readonly classes: ReadonlyMap<Id, string>;
  private readonly tests: ReadonlyMap<Id, TestRecord>;

  constructor(private readonly attempt: AttemptRecord) {
    this.classes = new Map(
      attempt.candidates.flatMap(({ id, behaviour }) => (behaviour === null ? [] : [[id, behaviour] as const])),
    );
    this.tests = new Map(attempt.tests.map((test) => [test.id, test]));
  }

  classOf(candidate: Id): string | undefined {
    return this.classes.get(candidate);
  }

  on(behaviour: string, test: Id, by: 'evaluator' | 'supervisor'): AttemptRecord['verdicts'][number] | undefined {
    const kept = this.tests.get(test)?.keptAs ?? test;
    return this.attempt.verdicts.find(
      (verdict) => verdict.by === by && verdict.test === kept && this.classOf(verdict.candidate) === behaviour,
    );
  }
}
