import { nameLevel } from '@assay/client';
import type { EscalationRecord } from '@assay/contracts';
import type { ReactElement } from 'react';
import { Link, useLocation, useSearchParams } from 'wouter';

/** Nothing for a single level. */
export function LevelTabs({ record, current }: { record: EscalationRecord; current: number }): ReactElement | null {
  const [address] = useLocation();
  const [search] = useSearchParams();
  if (record.attempts.length < 2) return null;
  return (
    <nav className="segments level-tabs" aria-label="Levels">
      {record.attempts.map(({ level }, index) => (
        <Link
          key={level}
          href={`${address}?${new URLSearchParams({ ...Object.fromEntries(search), level })}`}
          className="segment"
          aria-current={index === current ? 'true' : undefined}
        >
          {nameLevel(level)}
        </Link>
      ))}
    </nav>
  );
}
