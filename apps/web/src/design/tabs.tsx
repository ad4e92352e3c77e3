import { useEffect, useRef, type ReactElement } from 'react';
import { Link } from 'wouter';

interface TabsProps {
  label: string;
  tabs: readonly { name: string; href: string; current: boolean }[];
}

export function Tabs({ label, tabs }: TabsProps): ReactElement {
  const strip = useRef<HTMLElement>(null);
  const current = tabs.find((tab) => tab.current)?.href;
  useEffect(() => {
    const tab = strip.current?.querySelector<HTMLElement>('[aria-current]');
    if (strip.current && tab) {
      strip.current.scrollLeft = tab.offsetLeft - (strip.current.clientWidth - tab.offsetWidth) / 2;
    }
  }, [current]);
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
