import { applyDecorators, HttpCode } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type * as swagger from '@nestjs/swagger';
import type { ApiBodyOptions, ApiResponseOptions } from '@nestjs/swagger';
import { STATUS_CODES } from 'node:http';
import { Needs } from '../access/needs.js';
import { describeQueries } from './describe-queries.js';
import { pageOf, reference, type AnswerModel } from './models.js';

export type Answer =
  | { model: AnswerModel; or?: string }
  | { pageOf: AnswerModel }
  | { events: AnswerModel }
  | { text: string }
  | { empty: string };

export interface RouteDocumentation {
  summary: string;
  /** A single status is also that of the response. */
  answers: Record<number, Answer>;
  /** Problem codes by status, besides those that follow from path, right, body and query. */
  problems?: Record<number, string>;
  headers?: Record<string, string>;
  body?: { consumes: string[]; is: ApiBodyOptions };
  open?: boolean;
}

/** Holds the stated problems until the document is complete. */
export const PROBLEMS = 'x-problems';

/** Loads on demand: an eighth of the API's modules. */
type Swagger = typeof swagger;
const undocumented: ((by: Swagger) => void)[] = [];

export function Documented(documentation: RouteDocumentation): MethodDecorator {
  const statuses = Object.keys(documentation.answers).map(Number);
  return (controller, method, descriptor) => {
    if (statuses.length === 1) HttpCode(statuses[0] as number)(controller, method, descriptor);
    undocumented.push((by) => {
      describeQueries(by, controller, method);
      const needed = new Reflector().getAllAndOverride(Needs, [
        descriptor.value as () => unknown,
        controller.constructor,
      ]);
      const rights = [by.ApiExtension('x-assay-right', needed?.right ?? 'none')];
      if (needed?.ofOthers !== undefined) rights.push(by.ApiExtension('x-assay-right-of-others', needed.ofOthers));
      applyDecorators(...decoratorsOf(by, documentation), ...rights)(controller, method, descriptor);
    });
  };
}

export function describeRoutes(by: Swagger): void {
  for (const document of undocumented.splice(0)) document(by);
}

function decoratorsOf(
  { ApiBody, ApiConsumes, ApiExtension, ApiHeader, ApiOperation, ApiResponse }: Swagger,
  { summary, answers, problems = {}, open = false, body, ...rest }: RouteDocumentation,
): MethodDecorator[] {
  return [
    ApiOperation({ summary, ...(open ? { security: [] } : {}) }),
    ApiExtension(PROBLEMS, problems),
    ...Object.entries(answers).map(([status, answer]) => ApiResponse(responseOf(status, answer))),
    ...Object.entries(rest.headers ?? {}).map(([name, description]) =>
      ApiHeader({ name, description, required: false, schema: { type: 'string' } }),
    ),
    ...(body === undefined ? [] : [ApiConsumes(...body.consumes), ApiBody(body.is)]),
  ];
}

export function problemOf(status: string, codes: string): ApiResponseOptions {
  return {
    status: Number(status),
    description: `${STATUS_CODES[status] ?? status}: ${codes}`,
    content: { 'application/problem+json': { schema: reference('Problem') } },
  };
}

export function responseOf(code: string, answer: Answer): ApiResponseOptions {
  const status = Number(code);
  if ('empty' in answer) return { status, description: answer.empty };
  const description = STATUS_CODES[code] ?? code;
  return { status, description, content: contentOf(answer) };
}

function contentOf(answer: Exclude<Answer, { empty: string }>): Record<string, { schema: object }> {
  if ('text' in answer) return { [answer.text]: { schema: {} } };
  if ('events' in answer) return { 'text/event-stream': { schema: reference(answer.events) } };
  if ('pageOf' in answer) return { 'application/json': { schema: pageOf(answer.pageOf) } };
  const json = { 'application/json': { schema: reference(answer.model) } };
  return answer.or === undefined ? json : { ...json, [answer.or]: { schema: {} } };
}
