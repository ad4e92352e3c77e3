import { formatCost, formatNumber } from '@assay/client';
import type { WorkspaceUsage, WorkspaceView } from '@assay/contracts';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useSession } from '../api/assay.js';

export function UsageToday({ workspace }: { workspace: WorkspaceView }): ReactElement | null {
  const { client } = useSession();
  const usage = useQuery({
    queryKey: ['usage', workspace.id, workspace.settings.quota],
    queryFn: ({ signal }) => client.workspaces.usage(workspace.id, { signal }),
  });
  if (usage.data === undefined) return null;
  const { over, summary } = describeUsage(usage.data);
  return (
    <p className={over ? 'small usage-over' : 'small soft'}>
      Today: {summary}.{over && ' No further question is taken before 00:00 UTC.'}
    </p>
  );
}

/** `over` if a quota is used up. */
export function describeUsage({ questions, tokens, costUsd }: WorkspaceUsage): { over: boolean; summary: string } {
  const each = [
    { ...questions, format: formatNumber, noun: 'question' },
    { ...tokens, format: formatNumber, noun: 'token' },
    // Omitted without prices.
    ...(costUsd.used > 0 || costUsd.limit !== null ? [{ ...costUsd, format: formatCost, noun: null }] : []),
  ];
  return {
    over: each.some(({ used, limit }) => limit !== null && used >= limit),
    summary: each
      .map(({ used, limit, format, noun }) => {
        const figure = limit === null ? format(used) : `${format(used)} of ${format(limit)}`;
        return noun === null ? figure : `${figure} ${noun}${(limit ?? used) === 1 ? '' : 's'}`;
      })
      .join(', '),
  };
}
