import type { ReactElement, ReactNode } from 'react';

/** Nothing here yet, and what to do about it. */
export function Empty({ title, children }: { title: string; children?: ReactNode }): ReactElement {
  return (
    <div className="empty">
      <strong>{title}</strong>
      {children}
    </div>
  );
}
