import type { CallerView } from '@assay/contracts';
import type { ReactElement, ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { useSession } from '../api/assay.js';
import { useMay } from '../api/queries.js';
import { Menu } from '../design/menu.js';
import { Person } from './person.js';
import { useTheme } from './theme.js';
import './shell.css';

interface Place {
  href: string;
  name: string;
  covers: (address: string) => boolean;
}

const PLACES: readonly Place[] = [
  { href: '/', name: 'Ask', covers: (address) => address === '/' },
  // Question pages highlight no place.
  { href: '/history', name: 'History', covers: (address) => address.startsWith('/history') },
  { href: '/workspaces', name: 'Workspaces', covers: (address) => address.startsWith('/workspaces') },
];

/** @param caller null until known */
export function Shell({ caller, children }: { caller: CallerView | null; children: ReactNode }): ReactElement {
  return (
    <>
      <a className="skip" href="#content">
        Skip to the content
      </a>
      <header className="header">
        <div className="header-inner">
          <Link href="/" className="wordmark" aria-label="Assay, to the start">
            <img src="/icon.svg" alt="" width="24" height="24" />
            Assay
          </Link>
          {caller !== null && <Places />}
          <Tools caller={caller} />
        </div>
      </header>
      <main id="content" tabIndex={-1}>
        {children}
      </main>
    </>
  );
}

const QUEUES_HINT = 'Asks for an admin key again: enter it as the password, with any name';

function Places(): ReactElement {
  const mayAsk = useMay('ask');
  const [address] = useLocation();
  return (
    <nav className="places" aria-label="Main">
      {PLACES.filter(({ href }) => href !== '/' || mayAsk).map(({ href, name, covers }) => (
        <Link key={href} href={href} className="place" aria-current={covers(address) ? 'page' : undefined}>
          {name}
        </Link>
      ))}
    </nav>
  );
}

const THEME_SIGN = { system: '◐', light: '○', dark: '●' } as const;

function Tools({ caller }: { caller: CallerView | null }): ReactElement {
  const [theme, nextTheme] = useTheme();
  const { hasKey, leave } = useSession();
  const [address] = useLocation();
  return (
    <div className="tools">
      {caller?.admin === true && (
        <Menu label="Admin" className="tool">
          <Link href="/models" className="button" aria-current={address === '/models' ? 'page' : undefined}>
            Models
          </Link>
          <Link href="/stories" className="button" aria-current={address.startsWith('/stories') ? 'page' : undefined}>
            Stories
          </Link>
          <a
            href={hasKey ? '/queues/?key' : '/queues/'}
            className="button"
            target="_blank"
            rel="noreferrer"
            title={hasKey ? QUEUES_HINT : undefined}
          >
            Queues
          </a>
        </Menu>
      )}
      <a href="/docs/" className="tool">
        API
      </a>
      <button type="button" className="tool" onClick={nextTheme} aria-label={`Theme: ${theme}. Change it`}>
        <span aria-hidden="true">{THEME_SIGN[theme]}</span>
      </button>
      {caller !== null && <Person />}
      {hasKey && caller !== null && (
        <button type="button" className="tool" onClick={leave}>
          Forget the key
        </button>
      )}
    </div>
  );
}
