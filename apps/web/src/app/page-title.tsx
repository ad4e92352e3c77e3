import { useEffect, useRef, type ReactElement, type ReactNode } from 'react';

/** After navigation the title takes focus for screen readers. */
let moved = false;

export function PageTitle({ title, children }: { title: string; children?: ReactNode }): ReactElement {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = title === 'Assay' ? title : `${title} · Assay`;
  }, [title]);
  useEffect(() => {
    if (moved) heading.current?.focus({ preventScroll: true });
    moved = true;
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1} className="page-title">
      {children ?? title}
    </h1>
  );
}
