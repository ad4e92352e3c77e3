import { AssayClient } from '@assay/client';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useMemo, useState, type ReactElement, type ReactNode } from 'react';
import { dropDrafts } from '../ask/kept-drafts.js';
import { uploadWith, type UploadFiles } from './upload.js';
import { clearKey, saveKey, readKey } from './key-store.js';

const TIMEOUT_MS = 30_000;
/** Databases may refuse slowly. */
const PATIENT_MS = 180_000;

export interface Session {
  client: AssayClient;
  longRequests: AssayClient;
  upload: UploadFiles;
  hasKey: boolean;
  /** Says whom further requests are for: another tab may sign another person in. */
  become: (subject: string) => void;
  enter: (key: string, where: 'tab' | 'device') => void;
  leave: () => void;
}

/** For component tests. */
export const SessionContext = createContext<Session | null>(null);

/** A new key clears the cache. */
export function SessionProvider({ children }: { children: ReactNode }): ReactElement {
  const [apiKey, setApiKey] = useState(readKey);
  const [person, become] = useState<string>();
  const queries = useQueryClient();
  const session = useMemo<Session>(() => {
    const url = window.location.origin;
    return {
      client: new AssayClient({ url, apiKey, person, timeoutMs: TIMEOUT_MS }),
      longRequests: new AssayClient({ url, apiKey, person, timeoutMs: PATIENT_MS }),
      upload: uploadWith(url, apiKey, person),
      hasKey: apiKey !== undefined,
      become,
      enter: (key, where) => {
        saveKey(key, where);
        queries.clear();
        become(undefined);
        setApiKey(key);
      },
      leave: () => {
        clearKey();
        dropDrafts();
        queries.clear();
        become(undefined);
        setApiKey(undefined);
      },
    };
  }, [apiKey, person, queries]);
  return <SessionContext value={session}>{children}</SessionContext>;
}

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('useSession is used outside of SessionProvider');
  return session;
}
