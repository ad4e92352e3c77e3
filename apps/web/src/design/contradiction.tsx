import { contradictionOf } from '@assay/client';
import type { Id } from '@assay/contracts';
import type { ReactElement } from 'react';

export function Contradiction({ of }: { of: readonly Id[] | undefined }): ReactElement | null {
  const [sentence] = contradictionOf(of);
  return sentence === undefined ? null : (
    <p className="small" role="status">
      {sentence}
    </p>
  );
}
