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

export interface AuditRule {
  action: AuditAction | ((request: Request) => AuditAction);
  about?: 'question' | 'workspace';
  /** From request and response; never user values. */
  details?: (request: Request, answer: unknown) => Record<string, unknown>;
}

export const Audited = Reflector.createDecorator<AuditRule>();

export function idOf(answer: unknown): Id | null {
  const { id } = (answer ?? {}) as { id?: Id };
  return id ?? null;
}

export function changedFields({ body }: Request): { changed: string[] } {
  const fields = Object.entries((body ?? {}) as Record<string, unknown>);
  const changed = fields.flatMap(([field, value]) =>
    field === 'settings' && typeof value === 'object' && value !== null
      ? Object.keys(value).map((name) => `settings.${name}`)
      : [field],
  );
  return { changed };
}

export function ofEvaluation({ params }: Request): Record<string, unknown> {
  const { id, callId } = params;
  return { evaluation: id, ...(callId === undefined ? {} : { call: callId }) };
}

export function ofQueue({ params }: Request): Record<string, unknown> {
  return { queue: params['queue'] };
}

export function drained(request: Request, answer: unknown): Record<string, unknown> {
  return { ...ofQueue(request), removed: (answer as QueueDrain).removed };
}

export function retried(request: Request, answer: unknown): Record<string, unknown> {
  const { jobs, redriven } = answer as QueueRetry;
  return { ...ofQueue(request), jobs, redriven: redriven.length };
}

export function ofDeadLetter({ params }: Request): Record<string, unknown> {
  return { task: params['task'] };
}

/** The page of rows, their count and candidate; for an export only the format. */
export function rowsRead({ query }: Request, answer: unknown): Record<string, unknown> {
  if (answer instanceof StreamableFile) return { format: 'csv' };
  const { rows } = answer as RowsPage;
  const { candidate } = query;
  const of = candidate === undefined ? {} : { candidate };
  return { offset: Number(query['offset'] ?? 0), rowCount: rows.length, ...of };
}

export function filesPut(_request: Request, answer: unknown): Record<string, unknown> {
  const { files, tables } = answer as WorkspaceFilesView;
  return { files: files.length, tables: tables.length };
}

export function createdKeyDetails(_request: Request, answer: unknown): Record<string, unknown> {
  const { id, name, admin, workspaces, mayCurate, mayActFor = false } = answer as CreatedApiKey;
  return { key: id, name, admin, workspaces, mayCurate, mayActFor };
}
