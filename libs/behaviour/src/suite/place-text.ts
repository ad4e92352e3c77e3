import type { DatabaseSchema } from '@assay/contracts';
import { sameBehaviour, type BehaviourClass } from '../classes/classify.js';
import { Observation } from '../classes/observation.js';
import { Answer } from '../results/answer.js';
import { readStatement } from '../statements/read-statement.js';
import { runInBothRowOrders, type InstanceEngine } from './instance-engine.js';
import type { SuiteMember, SuiteOutcome, SuiteText } from './suite.js';

/** @returns null without a match */
export async function placeText(
  { instances, classes, ordered, model }: SuiteOutcome,
  { id, sql, votes, target }: SuiteText,
  schema: DatabaseSchema,
  engine: InstanceEngine,
): Promise<BehaviourClass<SuiteMember> | null> {
  const facts = await readStatement(sql, schema.dialect, schema);
  const observations = new Map<number, Observation>();
  const counting = instances.filter(({ breaks }) => breaks.length === 0);
  if (counting.length > 0) await engine.prepare(model.scratch);
  for (const { ordinal, tables } of counting) {
    const [both] = await runInBothRowOrders(engine, [tables], [sql]);
    const answers = both?.map(([outcome]) => outcome && Answer.of(outcome, facts.gathered)) ?? [];
    if (answers[0] && answers[1]) observations.set(ordinal, new Observation(answers[0], answers[1]));
  }
  const text = { id, votes, target: Answer.of(target, facts.gathered), observations };
  const options = { ordered, instances: counting.map(({ ordinal }) => ordinal) };
  const found = classes.find(({ texts: [representative] }) => {
    return representative !== undefined && sameBehaviour(representative, text, options);
  });
  return found ?? null;
}
