import type { FieldProblem } from '../../index.js';
import type { ValidationError } from 'class-validator';
import type { CheckContext, Finding } from '../checks/check.js';
import { metadataOf } from './metadata-of.js';
import { UNKNOWN_MARK } from './to-instance.js';

/** Checks of the shape; if one fails, nested values are not checked. */
const SHAPES = new Set(['isArray', 'isPlainObject', 'nestedValidation']);

export function fieldProblems(errors: readonly ValidationError[]): FieldProblem[] {
  const problems = new Map<string, FieldProblem>();
  for (const problem of errors.flatMap((error) => problemsBelow(error, ''))) {
    if (!problems.has(problem.field)) problems.set(problem.field, problem);
  }
  return [...problems.values()];
}

function problemsBelow(error: ValidationError, parent: string): FieldProblem[] {
  const unknown = 'whitelistValidation' in (error.constraints ?? {});
  const field = `${parent}${unknown ? error.property.replace(UNKNOWN_MARK, '') : error.property}`;
  if (unknown) return [{ field, message: 'is not a known field' }];
  const shapesFirst = Object.entries(error.constraints ?? {}).toSorted(
    ([left], [right]) => Number(SHAPES.has(right)) - Number(SHAPES.has(left)),
  );
  const own = shapesFirst.map(([name, message]) => ({
    name,
    problems: findings(error, name, message).map((finding) => ({
      field: [field, ...finding.path.map(String)].join('.'),
      message: finding.message,
    })),
  }));
  if (error.value === undefined && own.length > 0) return [{ field, message: 'is required' }];
  const shapeless = own.filter(({ name }) => SHAPES.has(name)).flatMap(({ problems }) => problems);
  const below = (error.children ?? []).flatMap((child) => problemsBelow(child, `${field}.`));
  return [
    ...own.flatMap(({ problems }) => problems),
    ...below.filter(({ field: at }) => !shapeless.some((problem) => at.startsWith(`${problem.field}.`))),
  ];
}

/** Without the property's name, which the problem has as its field. */
function withoutName(message: string, property: string): string {
  if (message.startsWith(`${property} `)) return message.slice(property.length + 1);
  const each = `each value in ${property} `;
  return message.startsWith(each) ? `each ${message.slice(each.length)}` : message;
}

/** Only our checks locate problems below the property. */
function findings({ target, property, value, contexts }: ValidationError, name: string, message: string): Finding[] {
  const context = contexts?.[name] as CheckContext | undefined;
  if (context === undefined || target === undefined) return [{ path: [], message: withoutName(message, property) }];
  const shape = target.constructor as new () => object;
  const { each = false } =
    metadataOf(shape)
      .get(property)
      ?.find((one) => one.context?.find === context.find) ?? {};
  if (!each || !Array.isArray(value)) return context.find(value, target);
  return value.flatMap((item: unknown, index) =>
    context.find(item, target).map((finding) => ({ ...finding, path: [index, ...finding.path] })),
  );
}
