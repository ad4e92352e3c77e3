import type { AttemptRecord, EscalationRecord, Id, TestRecord } from '@assay/contracts';

/** A question of a recorded run with what is known of its classes. */
export interface RecordedQuestion {
  id: string;
  record: EscalationRecord;
  /** Whether each class is right on the suite, by the class's id. */
  suite: ReadonlyMap<string, boolean>;
  /** What careful readers said of the class that answered, or was the likeliest; null where nobody looked. */
  adjudicated: boolean | null;
}

/** Whether a class is right: by the readers where they looked at it, else on the suite. */
export function isRightClass({ record, suite, adjudicated }: RecordedQuestion, behaviour: string): boolean {
  const isRead = adjudicated !== null && behaviour === readClassOf(record);
  return isRead ? adjudicated : suite.get(behaviour) === true;
}

/** The class that answered, or was the likeliest of a FAILED: the one that readers looked at. */
function readClassOf(record: EscalationRecord): string | null {
  const sql = record.status === 'FAILED' ? record.mostLikely?.sql : record.result?.sqlList[0]?.sql;
  const candidates = record.attempts.flatMap((attempt) => attempt.candidates);
  return candidates.find((candidate) => candidate.valid && candidate.sql === sql)?.behaviour ?? null;
}

/** What the judges of a recorded attempt said, by class and test. */
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

  /** The verdict on a class by a judge; a test that was merged has that of the one that stands for it. */
  on(behaviour: string, test: Id, by: 'evaluator' | 'supervisor'): AttemptRecord['verdicts'][number] | undefined {
    const kept = this.tests.get(test)?.keptAs ?? test;
    return this.attempt.verdicts.find(
      (verdict) => verdict.by === by && verdict.test === kept && this.classOf(verdict.candidate) === behaviour,
    );
  }
}
