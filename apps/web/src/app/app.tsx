import type { ReactElement } from 'react';
import { useSession } from '../api/assay.js';
import { isRefused, isRetryable, useCaller } from '../api/queries.js';
import { Problem } from '../design/problem.js';
import { Waiting } from '../design/waiting.js';
import { KeyPage } from './key-page.js';
import { Pages } from './pages.js';
import { SessionEnded } from './session-ended.js';
import { Shell } from './shell.js';

export function App(): ReactElement {
  const caller = useCaller();
  const { hasKey } = useSession();
  if (caller.isPending) {
    return (
      <Shell caller={null}>
        <Waiting what="Assay" />
      </Shell>
    );
  }
  const hasEnded = isRefused(caller.error) && caller.data !== undefined && !hasKey;
  if (isRefused(caller.error) && !hasEnded) {
    return (
      <Shell caller={null}>
        <KeyPage />
      </Shell>
    );
  }
  const problem = caller.error !== null && !hasEnded && (
    <Problem title="Assay does not answer" error={caller.error} onRetry={() => void caller.refetch()} />
  );
  if (caller.data === undefined || (problem !== false && !isRetryable(caller.error))) {
    return (
      <Shell caller={null}>
        <h1 className="visually-hidden">Assay</h1>
        {problem}
      </Shell>
    );
  }
  return (
    <Shell caller={caller.data}>
      {problem}
      {hasEnded && <SessionEnded onContinue={() => void caller.refetch()} />}
      <Pages />
    </Shell>
  );
}
