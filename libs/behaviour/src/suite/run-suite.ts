import {
  AssayError,
  type DatabaseProfile,
  type DatabaseSchema,
  type InstanceKind,
  type SampledTables,
  type SuiteInstance,
} from '@assay/contracts';
import { classify, type BehaviourClass } from '../classes/classify.js';
import { Observation, type ObservedText } from '../classes/observation.js';
import { InstanceGenerator } from '../instances/generate.js';
import type { Instance } from '../instances/instance.js';
import { Mutator } from '../instances/mutate.js';
import type { Shape } from '../instances/palette.js';
import { scenarioOf } from '../instances/scenario.js';
import { schemaModel, type SchemaModel } from '../instances/schema-model.js';
import { rowsOfNamed } from './named-tables.js';
import { Answer, type AskedOutcome } from '../results/answer.js';
import { readStatement } from '../statements/read-statement.js';
import type { StatementFacts } from '../statements/statement-facts.js';
import { aimsOf } from './aims.js';
import { askBothWays, type InstanceEngine } from './instance-engine.js';
import { breakingShape, DEFAULT_SHARES, shapeOf, STOP_AFTER, type SuiteShares } from './suite-plan.js';

/** A distinct text of the candidates, and what it returned on the target. */
export interface SuiteText {
  /** Canonical hash. */
  id: string;
  /** The text that runs; a guard has let it through. */
  sql: string;
  votes: number;
  target: AskedOutcome;
}

export interface SuiteInput {
  schema: DatabaseSchema;
  profile: DatabaseProfile;
  /** Real rows for mutated instances; null where rows may not be used. */
  sample: SampledTables | null;
  seed: number;
  texts: readonly SuiteText[];
  /** The question asks for an order; null: what most candidates do decides. */
  ordered: boolean | null;
  shares?: SuiteShares;
  /** Instances of an earlier suite of the same question: asked first, as they were. */
  earlier?: readonly SuiteInstance[];
  /** Ordinal of the first new instance, so that no suite of a question draws what an earlier one drew. Default 0. */
  firstOrdinal?: number;
  /** What time it is taken to be where a text reads the clock; the engine's own clock is near it. Default: now. */
  now?: Date;
  /** Whether there is time for one more instance. */
  hasBudget?: () => boolean;
}

/** A text of a suite with all that was seen of it. */
export interface SuiteMember extends ObservedText {
  sql: string;
  facts: StatementFacts;
  observations: Map<number, Observation>;
  timeouts: number;
}

export interface SuiteOutcome {
  model: SchemaModel;
  ordered: boolean;
  /** What was really run, in order. */
  instances: Instance[];
  /** Instances that parted classes, strongly or weakly. */
  parted: { ordinal: number; kind: InstanceKind; isWeak: boolean; classes: number }[];
  classes: BehaviourClass<SuiteMember>[];
  /** The classes as they would be if broken regularities counted. */
  weakClasses: BehaviourClass<SuiteMember>[];
  /** What time it was taken to be; null where no text reads the clock. */
  now: Date | null;
  /** The time was up before all instances were asked. */
  isCutShort: boolean;
}

/** Unobserved answers after which a text is asked no more. */
const MOST_TIMEOUTS = 2;

/** Asks the candidates of a question on generated instances, and puts together those of equal behaviour. */
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
  /** Texts that another text equals on the target: the others have nobody to be parted from. */
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
    const nothing = { instances: [], parted: [], classes: [], weakClasses: [] };
    this.outcome = { model, ordered, ...nothing, now, isCutShort: false };
    this.classify();
    const crowded = this.outcome.classes.filter(({ texts }) => texts.length > 1);
    this.asked = crowded.flatMap(({ texts }) => texts).filter((member) => !member.facts.isRandom);
  }

  /** Nobody is left to be told from anybody. */
  get isDecided(): boolean {
    return this.asked.length < 2;
  }

  async run(engine: InstanceEngine): Promise<void> {
    const { generated, mutated, aimed, breaking } = this.shares;
    for (const recorded of this.input.earlier ?? []) await this.repeat(engine, recorded);
    let left = await this.series(engine, 'generated', generated, (ordinal) => this.draw(ordinal));
    const mutator = this.mutator;
    left +=
      mutator === null ? mutated : await this.series(engine, 'mutated', mutated, (ordinal) => mutator.mutate(ordinal));
    if (aimed > 0) {
      await this.series(engine, 'aimed', aimed, (ordinal, index) => this.aim(ordinal, index), false);
      await this.series(engine, 'aimed', left, (ordinal, index) => this.aim(ordinal, aimed + index));
    }
    const { seed } = this.input;
    await this.series(engine, 'generated', breaking, (ordinal, index) =>
      this.generator.generate(ordinal, 'generated', breakingShape(seed, ordinal, index)),
    );
  }

  private async repeat(engine: InstanceEngine, { made, breaks, tables }: SuiteInstance): Promise<void> {
    // Ordinals of new instances are not negative.
    const ordinal = -1 - this.outcome.instances.length;
    const rows = rowsOfNamed(this.outcome.model.tables, tables);
    if (this.hasBudget()) await this.ask(engine, { ordinal, kind: made, breaks, tables: rows });
  }

  /** Every other one has rows that meet all conditions of one candidate, candidate after candidate. */
  private draw(ordinal: number): Instance {
    const member = this.asked[(ordinal >> 1) % this.asked.length];
    const shape = shapeOf(this.input.seed, ordinal, null);
    const isScenario = ordinal % 2 === 1 && member !== undefined;
    return this.generator.generate(ordinal, 'generated', isScenario ? this.withScenario(shape, member) : shape);
  }

  private withScenario(shape: Shape, { facts }: SuiteMember): Shape {
    return { ...shape, scenario: scenarioOf(facts, this.outcome.model.tables) };
  }

  /** Rows made for the texts of one class whose forms differ, largest class first. */
  private aim(ordinal: number, index: number): Instance | null {
    const aims = aimsOf(this.outcome.classes, this.outcome.model.tables);
    const aim = aims[index % Math.max(1, aims.length)];
    if (aim === undefined) return null;
    const shape = this.withScenario(shapeOf(this.input.seed, ordinal, aim.columns), aim.text);
    return this.generator.generate(ordinal, 'aimed', shape);
  }

  /** @returns how many of the share are left */
  private async series(
    engine: InstanceEngine,
    kind: InstanceKind,
    share: number,
    make: (ordinal: number, index: number) => Instance | null,
    canStop = true,
  ): Promise<number> {
    let fruitless = 0;
    for (let index = 0; index < share; index += 1) {
      if ((canStop && fruitless >= STOP_AFTER) || !this.hasBudget()) return share - index;
      const instance = make(this.nextOrdinal, index);
      if (instance === null) return share - index;
      fruitless = (await this.ask(engine, instance)) ? 0 : fruitless + 1;
    }
    return 0;
  }

  private hasBudget(): boolean {
    if (this.input.hasBudget?.() === false) this.outcome.isCutShort = true;
    return !this.outcome.isCutShort;
  }

  /** New instances alone count: what is repeated does not shift what is drawn. */
  private get nextOrdinal(): number {
    this.drawn += 1;
    return (this.input.firstOrdinal ?? 0) + this.drawn - 1;
  }

  /** @returns whether classes were parted */
  private async ask(engine: InstanceEngine, instance: Instance): Promise<boolean> {
    const { instances, parted } = this.outcome;
    const asked = this.asked.filter(({ timeouts }) => timeouts < MOST_TIMEOUTS);
    const statements = asked.map(({ sql }) => sql);
    const isDoubtful = asked.some(({ timeouts }) => timeouts > 0);
    const answers = await askTwice(engine, instance, statements, isDoubtful);
    if (answers === null) return false;
    const [first, again] = answers;
    instances.push(instance);
    asked.forEach((member, index) => observe(member, instance.ordinal, first[index], again[index]));
    const isWeak = instance.breaks.length > 0;
    const before = this.count(isWeak);
    this.classify();
    const classes = this.count(isWeak);
    if (classes > before) parted.push({ ordinal: instance.ordinal, kind: instance.kind, isWeak, classes });
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

/**
 * Where a statement may not end, what was not observed is not asked again: it costs its time once.
 *
 * @returns null where the rows cannot be filled in: a constraint that is not known of refuses them
 */
async function askTwice(
  engine: InstanceEngine,
  { tables }: Instance,
  statements: readonly string[],
  isDoubtful: boolean,
): Promise<[AskedOutcome[], AskedOutcome[]] | null> {
  try {
    if (!isDoubtful) return await askBothWays(engine, tables, statements);
    const first = await engine.ask(tables, statements);
    const observed = statements.filter((_, index) => first[index]?.kind !== 'unobserved');
    const reversed = tables.map((rows) => rows.toReversed());
    const answers = (await engine.ask(reversed, observed)).values();
    const again = first.map((outcome) => (outcome.kind === 'unobserved' ? outcome : answers.next().value));
    return [first, again.map((outcome) => outcome ?? { kind: 'unobserved' })];
  } catch (error) {
    if (error instanceof AssayError && error.code === 'INSTANCE_REFUSED') return null;
    throw error;
  }
}

function observe(
  member: SuiteMember,
  ordinal: number,
  first: AskedOutcome = { kind: 'unobserved' },
  again: AskedOutcome = { kind: 'unobserved' },
): void {
  const answers = [first, again].map((outcome) => Answer.of(outcome, member.facts.gathered));
  const [one = null, other = null] = answers;
  if (one === null || other === null) member.timeouts += 1;
  else member.observations.set(ordinal, new Observation(one, other));
}

function mostOrder(members: readonly SuiteMember[]): boolean {
  const votes = (of: readonly SuiteMember[]): number => of.reduce((sum, member) => sum + member.votes, 0);
  return votes(members.filter(({ facts }) => facts.ordered)) * 2 > votes(members);
}
