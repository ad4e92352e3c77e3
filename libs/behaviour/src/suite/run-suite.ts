import type { DatabaseSchema, SuiteInstance } from '@assay/contracts';
import { classify } from '../classes/classify.js';
import { InstanceGenerator } from '../instances/generate.js';
import type { Instance } from '../instances/instance.js';
import { Mutator } from '../instances/mutate.js';
import type { Shape } from '../instances/palette.js';
import { scenarioOf } from '../instances/scenario.js';
import { schemaModel } from '../instances/schema-model.js';
import { rowsOfNamed } from './named-tables.js';
import { Answer } from '../results/answer.js';
import { readStatement } from '../statements/read-statement.js';
import { aimsOf } from './aims.js';
import { runInBothRowOrders, type BothRowOrders, type InstanceEngine } from './instance-engine.js';
import { MOST_TIMEOUTS, observe } from './observe.js';
import type { SuiteInput, SuiteMember, SuiteOutcome, SuiteText } from './suite.js';
import { breakingShape, DEFAULT_SHARES, shapeOf, STOP_AFTER, type SuiteShares } from './suite-plan.js';

interface Series {
  share: number;
  /** Ends after so many instances in a row without a split; default: never. */
  stopAfter?: number;
  /** Targets the current classes. */
  isAimed?: boolean;
  make: (index: number) => Instance | null;
}

interface Taken {
  instance: Instance;
  drawn: number;
}

interface Asked {
  taken: Taken;
  asked: readonly SuiteMember[];
  both: BothRowOrders | null;
}

export async function runSuite(input: SuiteInput, engine: InstanceEngine): Promise<SuiteOutcome> {
  const members = await Promise.all(input.texts.map((text) => memberOf(text, input.schema)));
  const suite = new Suite(input, members);
  if (suite.isDecided) return suite.outcome;
  await engine.prepare(suite.outcome.model.scratch);
  await suite.run(engine);
  return suite.outcome;
}

async function memberOf({ id, sql, votes, target }: SuiteText, schema: DatabaseSchema): Promise<SuiteMember> {
  const facts = await readStatement(sql, schema.dialect, schema);
  const answer = Answer.of(target, facts.gathered);
  return { id, sql, votes, target: answer, facts, observations: new Map(), timeouts: 0 };
}

class Suite {
  readonly outcome: SuiteOutcome;
  private readonly shares: SuiteShares;
  private readonly generator: InstanceGenerator;
  private readonly mutator: Mutator | null;
  /** Texts that share their result on the target, without random ones. */
  private readonly asked: readonly SuiteMember[];
  private drawn = 0;

  constructor(
    private readonly input: SuiteInput,
    private readonly members: readonly SuiteMember[],
  ) {
    const { schema, profile, seed, sample, shares = DEFAULT_SHARES } = input;
    const now = members.some((member) => member.facts.readsClock) ? (input.now ?? new Date()) : null;
    const facts = members.map((member) => member.facts);
    const model = schemaModel(schema, profile, facts);
    this.shares = shares;
    this.generator = new InstanceGenerator(model, facts, seed, now);
    const mutator = sample === null ? null : new Mutator(model, facts, sample, seed);
    this.mutator = mutator?.hasRows === true ? mutator : null;
    const ordered = input.ordered ?? mostOrder(members);
    const nothing = { instances: [], distinguished: [], classes: [], weakClasses: [] };
    this.outcome = { model, ordered, ...nothing, now, isCutShort: false, refused: 0 };
    this.classify();
    const crowded = this.outcome.classes.filter(({ texts }) => texts.length > 1);
    this.asked = crowded.flatMap(({ texts }) => texts).filter((member) => !member.facts.isRandom);
  }

  get isDecided(): boolean {
    return this.asked.length < 2;
  }

  async run(engine: InstanceEngine): Promise<void> {
    const { generated, mutated, aimed, breaking } = this.shares;
    const earlier = this.input.earlier ?? [];
    await this.series(engine, {
      share: earlier.length,
      // Negative ordinals cannot collide with new ones.
      make: (index) => this.recorded(earlier[index], -1 - index),
    });
    let left = await this.series(engine, {
      share: generated,
      stopAfter: STOP_AFTER,
      make: () => this.draw(this.nextOrdinal),
    });
    const mutator = this.mutator;
    if (mutator === null) left += mutated;
    else {
      const make = (): Instance => mutator.mutate(this.nextOrdinal);
      left += await this.series(engine, { share: mutated, stopAfter: STOP_AFTER, make });
    }
    if (aimed > 0) {
      const make = (index: number): Instance | null => this.aim(this.nextOrdinal, index);
      await this.series(engine, { share: aimed, isAimed: true, make });
      const makeMore = (index: number): Instance | null => this.aim(this.nextOrdinal, aimed + index);
      await this.series(engine, { share: left, stopAfter: STOP_AFTER, isAimed: true, make: makeMore });
    }
    const make = (index: number): Instance => this.generateViolation(this.nextOrdinal, index);
    await this.series(engine, { share: breaking, stopAfter: STOP_AFTER, make });
  }

  private recorded(recorded: SuiteInstance | undefined, ordinal: number): Instance | null {
    if (recorded === undefined) return null;
    const { made, breaks, tables } = recorded;
    return { ordinal, kind: made, breaks, tables: rowsOfNamed(this.outcome.model.tables, tables) };
  }

  /** Every second instance meets one candidate's conditions, in turn. */
  private draw(ordinal: number): Instance {
    const member = this.asked[(ordinal >> 1) % this.asked.length];
    const shape = shapeOf(this.input.seed, ordinal, null);
    const isScenario = ordinal % 2 === 1 && member !== undefined;
    return this.generator.generate(ordinal, 'generated', isScenario ? this.withScenario(shape, member) : shape);
  }

  private generateViolation(ordinal: number, index: number): Instance {
    return this.generator.generate(ordinal, 'generated', breakingShape(this.input.seed, ordinal, index));
  }

  private withScenario(shape: Shape, { facts }: SuiteMember): Shape {
    return { ...shape, scenario: scenarioOf(facts, this.outcome.model.tables) };
  }

  private aim(ordinal: number, index: number): Instance | null {
    const aims = aimsOf(this.outcome.classes, this.outcome.model.tables);
    const aim = aims[index % Math.max(1, aims.length)];
    if (aim === undefined) return null;
    const shape = this.withScenario(shapeOf(this.input.seed, ordinal, aim.columns), aim.text);
    return this.generator.generate(ordinal, 'aimed', shape);
  }

  /**
   * Batches independent instances; the first runs alone, to detect timeouts.
   * @returns the unused share
   */
  private async series(
    engine: InstanceEngine,
    { share, stopAfter = Infinity, isAimed, make }: Series,
  ): Promise<number> {
    let [index, unproductive] = [0, 0];
    while (index < share && unproductive < stopAfter && this.hasBudget()) {
      const isFirst = this.outcome.instances.length === 0;
      const sure = isFirst ? 1 : Math.min(share - index, stopAfter - unproductive);
      const drawnBefore = this.drawn;
      const answered = await this.askSome(engine, this.taken(make, index, sure));
      if (answered.length === 0) break;
      this.drawn = drawnBefore;
      for (const one of answered) {
        if (one.both === null) this.outcome.refused += 1;
        const hasDistinguished = one.both !== null && this.addObservations(one.taken.instance, one.asked, one.both);
        this.drawn = one.taken.drawn;
        index += 1;
        unproductive = hasDistinguished ? 0 : unproductive + 1;
        // The rest targets classes from before the split.
        if (hasDistinguished && isAimed === true) break;
      }
    }
    return share - index;
  }

  private *taken(make: Series['make'], from: number, count: number): Iterable<Taken> {
    for (let index = from; index < from + count; index += 1) {
      const instance = make(index);
      if (instance === null) return;
      yield { instance, drawn: this.drawn };
    }
  }

  private async askSome(engine: InstanceEngine, instances: Iterable<Taken>): Promise<Asked[]> {
    const asked = this.asked.filter(({ timeouts }) => timeouts < MOST_TIMEOUTS);
    const all: Taken[] = [];
    const tables = function* (): Iterable<Instance['tables']> {
      for (const taken of instances) {
        all.push(taken);
        yield taken.instance.tables;
      }
    };
    const statements = asked.map(({ sql }) => sql);
    const answered = await runInBothRowOrders(engine, tables(), statements);
    return answered.flatMap((both, index) => {
      const taken = all[index];
      return taken === undefined ? [] : [{ taken, asked, both }];
    });
  }

  private hasBudget(): boolean {
    if (this.input.hasBudget?.() === false) this.outcome.isCutShort = true;
    return !this.outcome.isCutShort;
  }

  /** Replayed instances take none, so they do not shift draws. */
  private get nextOrdinal(): number {
    this.drawn += 1;
    return (this.input.firstOrdinal ?? 0) + this.drawn - 1;
  }

  /** @returns whether a class split */
  private addObservations(instance: Instance, asked: readonly SuiteMember[], [first, again]: BothRowOrders): boolean {
    const { instances, distinguished } = this.outcome;
    instances.push(instance);
    for (const [index, member] of asked.entries()) {
      if (member.timeouts < MOST_TIMEOUTS) observe(member, instance.ordinal, first[index], again[index]);
    }
    const isWeak = instance.breaks.length > 0;
    const before = this.count(isWeak);
    this.classify();
    const classes = this.count(isWeak);
    if (classes > before) distinguished.push({ ordinal: instance.ordinal, kind: instance.kind, isWeak, classes });
    return classes > before;
  }

  private count(isWeak: boolean): number {
    return (isWeak ? this.outcome.weakClasses : this.outcome.classes).length;
  }

  private classify(): void {
    const { instances, ordered } = this.outcome;
    const all = instances.map(({ ordinal }) => ordinal);
    const strong = instances.filter(({ breaks }) => breaks.length === 0).map(({ ordinal }) => ordinal);
    this.outcome.classes = classify(this.members, { ordered, instances: strong });
    this.outcome.weakClasses =
      strong.length === all.length ? this.outcome.classes : classify(this.members, { ordered, instances: all });
  }
}

function mostOrder(members: readonly SuiteMember[]): boolean {
  const votes = (of: readonly SuiteMember[]): number => of.reduce((sum, member) => sum + member.votes, 0);
  return votes(members.filter(({ facts }) => facts.ordered)) * 2 > votes(members);
}
