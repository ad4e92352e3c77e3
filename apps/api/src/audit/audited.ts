import { StreamableFile } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type {
  AuditAction,
  CreatedApiKey,
  Id,
  QueueDrain,
  QueueRetry,
  RowsPage,
  WorkspaceFilesView,
} from '@assay/contracts';
import type { Request } from 'express';

/** How a route is written to the audit trail once it has succeeded. */
export interface AuditRule {
  action: AuditAction | ((request: Request) => AuditAction);
  /** What the `id` in its path names; absent: neither. */
  about?: 'question' | 'workspace';
  /** What else tells of it, from the request and from its answer; never a value that somebody wrote. */
  details?: (request: Request, answer: unknown) => Record<string, unknown>;
}

/** Marks a route whose use is kept in the audit trail. */
export const Audited = Reflector.createDecorator<AuditRule>();

/** The id of what a route made. */
export function idOf(answer: unknown): Id | null {
  const { id } = (answer ?? {}) as { id?: Id };
  return id ?? null;
}

/** Names of the fields that a body sets, those of its settings each by itself. */
export function changedFields({ body }: Request): { changed: string[] } {
  const fields = Object.entries((body ?? {}) as Record<string, unknown>);
  const changed = fields.flatMap(([field, value]) =>
    field === 'settings' && typeof value === 'object' && value !== null
      ? Object.keys(value).map((name) => `settings.${name}`)
      : [field],
  );
  return { changed };
}

/** The story evaluation that a route is about. */
export function ofEvaluation({ params }: Request): Record<string, unknown> {
  const { id, callId } = params;
  return { evaluation: id, ...(callId === undefined ? {} : { call: callId }) };
}

/** The queue that a route is about. */
export function ofQueue({ params }: Request): Record<string, unknown> {
  return { queue: params['queue'] };
}

/** The queue, and how many of its jobs were thrown away. */
export function drained(request: Request, answer: unknown): Record<string, unknown> {
  return { ...ofQueue(request), removed: (answer as QueueDrain).removed };
}

/** The queue, and how many of its jobs and tasks live again. */
export function retried(request: Request, answer: unknown): Record<string, unknown> {
  const { jobs, redriven } = answer as QueueRetry;
  return { ...ofQueue(request), jobs, redriven: redriven.length };
}

/** The task whose dead letter a route is about. */
export function ofDeadLetter({ params }: Request): Record<string, unknown> {
  return { task: params['task'] };
}

/** Which page of rows was read, and how many they were; of an export, that it is all of them. */
export function rowsRead({ query }: Request, answer: unknown): Record<string, unknown> {
  if (answer instanceof StreamableFile) return { format: 'csv' };
  const { rows } = answer as RowsPage;
  return { offset: Number(query['offset'] ?? 0), rowCount: rows.length };
}

/** How many files and tables the workspace has now. */
export function filesPut(_request: Request, answer: unknown): Record<string, unknown> {
  const { files, tables } = answer as WorkspaceFilesView;
  return { files: files.length, tables: tables.length };
}

/** A key that was made, without its text. */
export function keyMade(_request: Request, answer: unknown): Record<string, unknown> {
  const { id, name, admin, workspaces, mayCurate } = answer as CreatedApiKey;
  return { key: id, name, admin, workspaces, mayCurate };
}
