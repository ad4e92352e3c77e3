import { AssayError, type FieldProblem, type ProblemDocument, type RefusalStep } from '@assay/contracts';

/** problem+json (RFC 9457). */
export class ApiProblem extends AssayError {
  readonly status: number;
  readonly detail: string;
  readonly errors: FieldProblem[];
  readonly nextSteps: RefusalStep[];

  constructor(
    problem: ProblemDocument,
    readonly retryAfterMs: number | null = null,
  ) {
    super(problem.code, problem.detail || problem.title, {
      retryable: problem.status === 429 || problem.status >= 500,
    });
    this.status = problem.status;
    this.detail = problem.detail || problem.title;
    this.errors = problem.errors ?? [];
    this.nextSteps = problem.nextSteps ?? [];
  }
}

/** Without problem+json (proxy, empty body) the code is `HTTP_<status>`. */
export async function readProblem(response: Response): Promise<ApiProblem> {
  const text = await response.text().catch(() => '');
  const title = response.statusText || `HTTP ${response.status}`;
  const stated = parseObject(text);
  const problem: ProblemDocument = {
    type: textOr(stated['type'], 'about:blank'),
    title: textOr(stated['title'], title),
    status: response.status,
    detail: textOr(stated['detail'], textOr(stated['title'], title)),
    code: textOr(stated['code'], `HTTP_${response.status}`),
    errors: fieldProblems(stated['errors']),
    nextSteps: nextSteps(stated['nextSteps']),
  };
  return new ApiProblem(problem, retryAfter(response.headers.get('retry-after')));
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function textOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' && value !== '' ? value : otherwise;
}

function fieldProblems(value: unknown): FieldProblem[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry: unknown) => {
    const { field, message } = (entry ?? {}) as Partial<FieldProblem>;
    return typeof field === 'string' && typeof message === 'string' ? [{ field, message }] : [];
  });
}

function nextSteps(value: unknown): RefusalStep[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry: unknown) => {
    const { action, message } = (entry ?? {}) as Partial<RefusalStep>;
    return typeof action === 'string' && typeof message === 'string' ? [{ action, message }] : [];
  });
}

/** Seconds or a date (RFC 9110), in ms. */
function retryAfter(header: string | null): number | null {
  if (header === null || header.trim() === '') return null;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, date - Date.now());
}
