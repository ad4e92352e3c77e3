import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { Empty } from '../design/empty.js';
import { PageTitle } from './page-title.js';

export function NotFound(): ReactElement {
  return (
    <div className="stack">
      <PageTitle title="Nothing here" />
      <Empty title="There is no page at this address.">
        <p>
          <Link href="/">Ask a question</Link> or look through the <Link href="/history">history</Link>.
        </p>
      </Empty>
    </div>
  );
}
