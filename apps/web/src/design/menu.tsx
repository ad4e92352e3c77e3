import { useRef, type ReactElement, type ReactNode } from 'react';

interface MenuProps {
  label: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A menu that closes on links, on buttons that open something, and on Escape. */
export function Menu({ label, className = 'button', children }: MenuProps): ReactElement {
  const menu = useRef<HTMLDetailsElement>(null);
  const close = (): void => {
    if (menu.current !== null) menu.current.open = false;
  };
  return (
    <details
      ref={menu}
      className="menu"
      onKeyDown={({ key }) => {
        if (key !== 'Escape') return;
        close();
        menu.current?.querySelector('summary')?.focus();
      }}
      onBlur={({ relatedTarget, currentTarget }) => {
        if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) close();
      }}
    >
      <summary className={className}>{label}</summary>
      {/* The keyboard clicks them, too. */}
      <div
        className="menu-items"
        role="presentation"
        onClick={({ target }) => target instanceof Element && target.closest('a, [aria-expanded]') !== null && close()}
      >
        {children}
      </div>
    </details>
  );
}
