import { namedTables, type AskedOutcome, type Instance, type SuiteMember, type SuiteOutcome } from '@assay/behaviour';
import type { Id, ProbePayload, ProbeResult, SuiteInstance, WitnessRecord } from '@assay/contracts';
import { createHash } from 'node:crypto';
import type { FoundWitness } from './find-witnesses.js';

const MOST_ROWS = 20;
/** Fewest observations for a behaviour beyond the target's result. */
const LEAST_SEEN = 8;

export interface ProbedSuite {
  outcome: SuiteOutcome;
  witnesses: readonly FoundWitness[];
  payload: ProbePayload;
  attempt: number;
  elapsedMs: number;
}

export function resultOf({ outcome, witnesses, payload, attempt, elapsedMs }: ProbedSuite): ProbeResult {
  const { classes, instances, distinguished, now, isCutShort } = outcome;
  const limits = limitsOf(outcome);
  const members = classes.flatMap(({ texts }) => texts);
  const idOf = (ordinal: number): string => payload.suite[-1 - ordinal]?.id ?? `${attempt}.${ordinal}`;
  const distinguishedOn = new Set([
    ...distinguished.map(({ ordinal }) => ordinal),
    ...witnesses.map(({ witness }) => witness.instance),
  ]);
  return {
    classes: namedClasses(classes, payload),
    unstable: members.filter(isUnstable).map(({ id }) => id),
    unobserved: unobservedOf(members, outcome, payload),
    suite: instances
      .filter(({ ordinal }) => distinguishedOn.has(ordinal))
      .map((instance) => suiteInstance(instance, outcome, idOf(instance.ordinal))),
    witnesses: witnesses.map((found) => witnessRecord(found, idOf(found.witness.instance))),
    asked: instances.length,
    ...(now !== null && { now: now.toISOString() }),
    ...(isCutShort && { cutShort: true }),
    ...(limits.length > 0 && { limits }),
    hash: hashOf(members),
    elapsedMs: Math.round(elapsedMs),
    unavailable: null,
  };
}

/** Nothing ran: only the target's result is known. */
export function unavailable({ texts }: ProbePayload, why: string): ProbeResult {
  const unobserved = texts.map(({ candidate }) => candidate);
  const nothing = { classes: [], unstable: [], suite: [], witnesses: [], asked: 0, hash: '', elapsedMs: 0 };
  return { ...nothing, unobserved, unavailable: why };
}

/**
 * An earlier class keeps its name; after a split, its first part does. New classes are named by their reference text.
 */
function namedClasses(classes: readonly { texts: SuiteMember[] }[], payload: ProbePayload): ProbeResult['classes'] {
  const taken = new Set<string>();
  return classes.map(({ texts }) => {
    const candidates = texts.map(({ id }) => id);
    const id = namesOf(candidates, payload).find((name) => !taken.has(name)) ?? candidates[0] ?? '';
    taken.add(id);
    return { id, candidates };
  });
}

function namesOf(candidates: readonly Id[], { earlier, texts }: ProbePayload): string[] {
  const own = candidates.flatMap((id) => texts.find(({ candidate }) => candidate === id) ?? []);
  return [
    ...earlier.filter(({ candidate }) => candidates.includes(candidate)).map(({ behaviour }) => behaviour),
    ...own.flatMap(({ behaviour }) => behaviour ?? []),
    ...own.map(({ canonical }) => createHash('sha256').update(canonical).digest('hex').slice(0, 12)),
  ];
}

function isUnstable({ observations }: SuiteMember): boolean {
  return [...observations.values()].some((observation) => observation.isUnstable);
}

/** Texts that could not be run, or timed out and were hardly observed; not texts without rivals. */
function unobservedOf(members: readonly SuiteMember[], { instances }: SuiteOutcome, { texts }: ProbePayload): Id[] {
  const known = new Set(members.map(({ id }) => id));
  const fewObservations = members.filter(
    ({ timeouts, observations }) => timeouts > 0 && observations.size < Math.min(LEAST_SEEN, instances.length),
  );
  const refused = texts.filter(({ candidate }) => !known.has(candidate)).map(({ candidate }) => candidate);
  return [...fewObservations.map(({ id }) => id), ...refused];
}

/** Names tables only: texts of CHECK constraints may hold values. */
function limitsOf({ model, instances, refused }: SuiteOutcome): string[] {
  const checked = [...new Set(model.unsatisfied.map(({ table }) => table))];
  const asked = instances.length + refused;
  const empty = model.tables
    .filter(
      ({ isMentioned }, index) => isMentioned && instances.every(({ tables }) => (tables[index] ?? []).length === 0),
    )
    .map(({ table }) => table.name);
  return [
    ...checked.map((table) => `a CHECK of ${table} is not understood, so that generated rows may break it`),
    ...(refused > 0 ? [`the scratch database refused the rows of ${refused} of ${asked} generated databases`] : []),
    ...(instances.length > 0 ? empty.map((table) => `no row could be made for ${table}`) : []),
  ];
}

function suiteInstance({ kind, breaks, tables }: Instance, { model }: SuiteOutcome, id: string): SuiteInstance {
  return { id, made: kind, breaks, tables: namedTables(model.tables, tables) };
}

function witnessRecord({ a, b, witness }: FoundWitness, instance: string): WitnessRecord {
  const [resultA, resultB] = witness.answers.map(shown) as [WitnessRecord['resultA'], WitnessRecord['resultB']];
  return { a, b, instance, weak: witness.isWeak, tables: witness.tables, resultA, resultB };
}

function shown(outcome: AskedOutcome): WitnessRecord['resultA'] {
  if (outcome.kind !== 'rows') return { columns: [], rows: [], error: 'The data makes this statement fail.' };
  const { columns, rows } = outcome.result;
  return { columns, rows: rows.slice(0, MOST_ROWS), error: null };
}

function hashOf(members: readonly SuiteMember[]): string {
  const hash = createHash('sha256');
  for (const { id, observations } of members.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
    hash.update(id);
    for (const [ordinal, { answer, isUnstable: isDoubtful }] of observations) {
      hash.update(`\n${ordinal} ${isDoubtful} ${answer.bag}`);
    }
  }
  return hash.digest('hex');
}
