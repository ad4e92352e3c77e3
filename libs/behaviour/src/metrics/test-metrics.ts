import {
  AssayError,
  REGULARITIES,
  type AskedMetric,
  type DatabaseProfile,
  type DatabaseSchema,
  type MetricFormula,
  type MetricWitness,
  type TableSchema,
} from '@assay/contracts';
import { InstanceGenerator } from '../instances/generate.js';
import type { InstanceRow } from '../instances/instance.js';
import { dropOrphans } from '../instances/orphans.js';
import type { Shape } from '../instances/palette.js';
import { scenarioOf } from '../instances/scenario.js';
import { schemaModel, type SchemaModel } from '../instances/schema-model.js';
import type { AskedOutcome } from '../results/answer.js';
import { readStatement } from '../statements/read-statement.js';
import type { StatementFacts } from '../statements/statement-facts.js';
import type { InstanceEngine } from '../suite/instance-engine.js';
import { namedTables } from '../suite/named-tables.js';
import { shapeOf } from '../suite/suite-plan.js';
import { minimise } from '../witness/minimise.js';
import { metricChecks, metricStatement, tablesOf } from './metric-checks.js';
import { RunningCheck } from './running-check.js';

export interface MetricClaim {
  id: string;
  /** Null if inconclusive. */
  verdict: 'PASS' | 'FAIL' | null;
  witness: MetricWitness | null;
  piece: string | null;
}

export interface MetricInput {
  schema: DatabaseSchema;
  profile: DatabaseProfile;
  seed: number;
  metrics: readonly AskedMetric[];
  texts: readonly { id: string; sql: string }[];
  /** Null if rejected; definitions come from documents. */
  guard: (sql: string) => Promise<string | null>;
  hasBudget?: () => boolean;
  /** Default 24. */
  instances?: number;
}

/** Beyond any suite's. */
const FIRST_ORDINAL = 1_000_000;
const INSTANCES = 24;
const BREAKING = 8;
const ALL_REGULARITIES: Shape['breaks'] = new Set(REGULARITIES);
const MOST_TRIALS = 40;

/** PASS: one always matches. FAIL: all over the table differ. Else, or if regularities are needed, no claim. */
export async function testMetrics(input: MetricInput, engine: InstanceEngine): Promise<MetricClaim[][]> {
  const tested = input.metrics.map(({ formula }) =>
    input.texts.map(({ id, sql }) => ({ id, parts: partsOf(sql, formula, input.schema) })),
  );
  const running = await allowed(
    tested.flat().flatMap(({ parts }) => parts.flatMap(runningOf)),
    input.guard,
  );
  if (running.length === 0) return tested.map((candidates) => candidates.map(({ id }) => ({ id, ...NOTHING })));
  const suite = new MetricSuite(input, await factsOf(input), engine);
  await suite.run(running);
  const claims: MetricClaim[][] = [];
  for (const candidates of tested) {
    const own: MetricClaim[] = [];
    for (const { id, parts } of candidates) own.push({ id, ...(await claimOf(parts, suite)) });
    claims.push(own);
  }
  return claims;
}

const NOTHING = { verdict: null, witness: null, piece: null } as const;

async function claimOf(parts: readonly MetricPart[], suite: MetricSuite): Promise<Omit<MetricClaim, 'id'>> {
  const verdicts = parts.map(verdictOf);
  if (verdicts.every((each) => each === 'PASS')) return { ...NOTHING, verdict: 'PASS' };
  if (!verdicts.includes('FAIL')) return NOTHING;
  const missed = parts[verdicts.indexOf('FAIL')]?.whole?.checks.at(-1);
  const witness = missed === undefined ? null : await suite.show(missed);
  return { verdict: 'FAIL', witness, piece: missed?.check.piece ?? null };
}

interface Checked {
  checks: RunningCheck[];
  isHidden: boolean;
}

interface MetricPart {
  /** Null if not comparable. */
  whole: Checked | null;
  sides: Checked[];
}

function partsOf(sql: string, formula: MetricFormula, schema: DatabaseSchema): MetricPart[] {
  const [table, ...others] = tablesOf(formula, schema);
  if (others.length > 0 && formula.kind === 'ratio') {
    return [...partsOf(sql, formula.numerator, schema), ...partsOf(sql, formula.denominator, schema)];
  }
  const checked = (each: MetricFormula): Checked | null => checkedOf(sql, each, table, schema);
  const sides = formula.kind === 'ratio' ? [formula.numerator, formula.denominator].map(checked) : [];
  return [{ whole: checked(formula), sides: sides.filter((side) => side !== null) }];
}

function checkedOf(
  sql: string,
  formula: MetricFormula,
  table: TableSchema | undefined,
  schema: DatabaseSchema,
): Checked | null {
  const found = table === undefined ? null : metricChecks(sql, formula, table, schema);
  return found && { checks: found.checks.map((check) => new RunningCheck(check)), isHidden: found.isHidden };
}

function runningOf({ whole, sides }: MetricPart): RunningCheck[] {
  return [whole, ...sides].flatMap((each) => each?.checks ?? []);
}

function verdictOf({ whole, sides }: MetricPart): 'PASS' | 'FAIL' | null {
  if (whole === null) return null;
  if (whole.checks.some(({ isMet }) => isMet)) return 'PASS';
  if (areSidesMet(sides)) return 'PASS';
  const isOpen = whole.isHidden || whole.checks.some(({ isMissed, check }) => !isMissed || !check.isDecisive);
  return isOpen || whole.checks.length === 0 ? null : 'FAIL';
}

/** Numerator and denominator are met, in different SELECTs. */
function areSidesMet(sides: readonly Checked[]): boolean {
  const [numerator = [], denominator = []] = sides.map(({ checks }) =>
    checks.filter(({ isMet }) => isMet).map(({ check }) => check.block),
  );
  return numerator.some((block) => denominator.some((other) => other !== block));
}

async function allowed(checks: readonly RunningCheck[], guard: MetricInput['guard']): Promise<RunningCheck[]> {
  const kept: RunningCheck[] = [];
  for (const running of checks) {
    const sql = await guard(running.check.sql);
    if (sql === null) continue;
    running.sql = sql;
    kept.push(running);
  }
  return kept;
}

async function factsOf({ metrics, texts, schema }: MetricInput): Promise<StatementFacts[]> {
  const formulas = metrics.flatMap(({ formula }) => leaves(formula));
  const defined = formulas.flatMap((formula) => metricStatement(formula, schema) ?? []);
  const statements = [...defined, ...texts.map(({ sql }) => sql)];
  return Promise.all(statements.map((sql) => readStatement(sql, schema.dialect, schema)));
}

function leaves(formula: MetricFormula): MetricFormula[] {
  return formula.kind === 'aggregate' ? [formula] : [...leaves(formula.numerator), ...leaves(formula.denominator)];
}

class MetricSuite {
  private readonly model: SchemaModel;
  private readonly generator: InstanceGenerator;

  constructor(
    private readonly input: MetricInput,
    private readonly facts: readonly StatementFacts[],
    private readonly engine: InstanceEngine,
  ) {
    const { schema, profile, seed } = input;
    this.model = schemaModel(schema, profile, facts);
    const now = facts.some(({ readsClock }) => readsClock) ? new Date() : null;
    this.generator = new InstanceGenerator(this.model, facts, seed, now);
  }

  async run(checks: readonly RunningCheck[]): Promise<void> {
    const { instances = INSTANCES, hasBudget = () => true } = this.input;
    await this.engine.prepare(this.model.scratch);
    for (let index = 0; index < instances && hasBudget(); index += 1) {
      const open = checks.filter(({ isMissed }) => !isMissed);
      if (open.length === 0) break;
      const rows = this.draw(index);
      const outcomes = await this.ask(rows, open);
      open.forEach((running, place) => {
        const missed = running.compare(outcomes[place]);
        if (missed !== null) running.failingInstance = rows;
      });
    }
    for (let index = 0; index < BREAKING && hasBudget(); index += 1) {
      const met = checks.filter(({ isMet }) => isMet);
      if (met.length === 0) break;
      const outcomes = await this.ask(this.draw(instances + index, ALL_REGULARITIES), met);
      met.forEach((running, place) => running.doubt(outcomes[place]));
    }
  }

  /** Every second instance meets a metric's or candidate's conditions, in turn. */
  private draw(index: number, breaks: Shape['breaks'] = new Set()): InstanceRow[][] {
    const ordinal = FIRST_ORDINAL + index;
    const shape = { ...shapeOf(this.input.seed, ordinal, null), breaks };
    const facts = this.facts[(index >> 1) % Math.max(1, this.facts.length)];
    const scenario = index % 2 === 1 && facts !== undefined && { scenario: scenarioOf(facts, this.model.tables) };
    return this.generator.generate(ordinal, 'aimed', { ...shape, ...scenario }).tables;
  }

  private async ask(
    rows: readonly (readonly InstanceRow[])[],
    checks: readonly RunningCheck[],
  ): Promise<AskedOutcome[]> {
    const statements = checks.map(({ sql }) => sql);
    try {
      return await this.engine.ask(rows, statements);
    } catch (error) {
      // The rows break a constraint that is not known.
      if (error instanceof AssayError && error.code === 'INSTANCE_REFUSED') return [];
      throw error;
    }
  }

  /** Smallest counterexample within the budget, or null. */
  async show({ check, sql, failingInstance }: RunningCheck): Promise<MetricWitness | null> {
    const { tables } = this.model;
    const { hasBudget = () => true } = this.input;
    if (failingInstance === null) return null;
    const missOn = async (rows: readonly (readonly InstanceRow[])[]): Promise<MetricWitness | null> => {
      const fresh = new RunningCheck(check, sql);
      const [outcome] = await this.ask(rows, [fresh]);
      const missed = fresh.compare(outcome);
      return missed === null ? null : { ...missed, tables: namedTables(tables, rows) };
    };
    const small = await minimise(failingInstance, {
      repair: (rows) => {
        const kept = new Map(tables.map((table, index) => [table, [...(rows[index] ?? [])]]));
        dropOrphans(tables, kept);
        return tables.map((table) => kept.get(table) ?? []);
      },
      holdsIn: async (trials) => {
        for (const [index, rows] of trials.entries()) if (hasBudget() && (await missOn(rows)) !== null) return index;
        return -1;
      },
      mostTrials: MOST_TRIALS,
    });
    return missOn(small);
  }
}
