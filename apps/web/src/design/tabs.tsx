import { useCallback, useRef, type ReactElement } from 'react';
import { Link } from 'wouter';
import { useWidth } from './use-width.js';

interface TabsProps {
  label: string;
  tabs: readonly { name: string; href: string; current: boolean }[];
}

export function Tabs({ label, tabs }: TabsProps): ReactElement {
  const strip = useRef<HTMLElement>(null);
  const current = tabs.findIndex((tab) => tab.current);
  const reveal = useCallback(() => {
    const tab = strip.current?.querySelectorAll('a')[current];
    if (strip.current && tab) {
      strip.current.scrollLeft = tab.offsetLeft - (strip.current.clientWidth - tab.offsetWidth) / 2;
    }
  }, [current]);
  useWidth(strip, reveal);
  return (
    <nav ref={strip} className="tabs" aria-label={label}>
      {tabs.map(({ name, href, current: isCurrent }) => (
        <Link key={href} href={href} className="tab" aria-current={isCurrent ? 'page' : undefined}>
          {name}
        </Link>
      ))}
    </nav>
  );
}
