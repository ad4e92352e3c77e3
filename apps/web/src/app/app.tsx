import { ApiProblem } from '@assay/client';
import type { ReactElement } from 'react';
import { useCaller } from '../api/queries.js';
import { Problem } from '../design/problem.js';
import { Waiting } from '../design/waiting.js';
import { KeyPage } from './key-page.js';
import { Pages } from './pages.js';
import { Shell } from './shell.js';

export function App(): ReactElement {
  const caller = useCaller();
  if (caller.isPending) {
    return (
      <Shell caller={null}>
        <Waiting what="Assay" />
      </Shell>
    );
  }
  if (caller.error instanceof ApiProblem && caller.error.status === 401) {
    return (
      <Shell caller={null}>
        <KeyPage />
      </Shell>
    );
  }
  if (caller.error !== null) {
    return (
      <Shell caller={null}>
        <h1 className="visually-hidden">Assay</h1>
        <Problem title="Assay does not answer" error={caller.error} onRetry={() => void caller.refetch()} />
      </Shell>
    );
  }
  return (
    <Shell caller={caller.data}>
      <Pages />
    </Shell>
  );
}
