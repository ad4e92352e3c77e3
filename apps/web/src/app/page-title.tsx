import { useEffect, useRef, type ReactElement, type ReactNode } from 'react';

/** Whether somebody has moved within the page: then each view's title takes the focus, so that it is read out. */
let moved = false;

/** The title of a view, of the window, and what a screen reader hears after a change of view. */
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
