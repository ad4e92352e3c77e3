import { StreamableFile } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { AuditAction, CreatedApiKey, Id, RowsPage } from '@assay/contracts';
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

/** Which page of rows was read, and how many they were; of an export, that it is all of them. */
export function rowsRead({ query }: Request, answer: unknown): Record<string, unknown> {
  if (answer instanceof StreamableFile) return { format: 'csv' };
  const { rows } = answer as RowsPage;
  return { offset: Number(query['offset'] ?? 0), rowCount: rows.length };
}

/** A key that was made, without its text. */
export function keyMade(_request: Request, answer: unknown): Record<string, unknown> {
  const { id, name, admin, workspaces, mayCurate } = answer as CreatedApiKey;
  return { key: id, name, admin, workspaces, mayCurate };
}
