import type { AssayClient } from '@assay/client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, configure, render, type RenderResult } from '@testing-library/react';
import type { ReactElement, ReactNode } from 'react';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { SessionContext } from '../api/assay.js';
import type { UploadFiles } from '../api/upload.js';

// Busy machines are slow.
configure({ asyncUtilTimeout: 20_000 });

/** Elements come into view when a test says so. */
export const seen = { all: (): void => undefined };

/** jsdom has no layout. */
class Sizes {
  readonly observe = (): void => undefined;
  readonly unobserve = (): void => undefined;
  readonly disconnect = (): void => undefined;
}

class Sights extends Sizes {
  constructor(onSeen: (entries: { isIntersecting: boolean }[]) => void) {
    super();
    seen.all = () => act(() => onSeen([{ isIntersecting: true }]));
  }
}
Object.assign(globalThis, { IntersectionObserver: Sights, ResizeObserver: Sizes });

type Part<Client> = { [Method in keyof Client]?: unknown };

export type FakeClient = { [Name in keyof AssayClient]?: Part<AssayClient[Name]> };

export interface RenderedView extends RenderResult {
  addresses: string[];
}

export function renderView(
  view: ReactElement,
  client: FakeClient,
  path = '/',
  queries = new QueryClient(),
): RenderedView {
  const { hook, searchHook, history } = memoryLocation({ path, record: true });
  queries.setDefaultOptions({ queries: { retry: false }, mutations: { retry: false } });
  const assay = client as unknown as AssayClient;
  const upload: UploadFiles = (workspace, files, onProgress) => {
    onProgress(1);
    return assay.workspaces.putFiles(workspace, files);
  };
  const keys = { hasKey: false, become: () => undefined, enter: () => undefined, leave: () => undefined };
  const session = { client: assay, longRequests: assay, upload, ...keys };
  const wrapper = ({ children }: { children: ReactNode }): ReactElement => (
    <QueryClientProvider client={queries}>
      <SessionContext value={session}>
        <Router hook={hook} searchHook={searchHook}>
          {children}
        </Router>
      </SessionContext>
    </QueryClientProvider>
  );
  const rendered = render(view, { wrapper });
  return { ...rendered, addresses: history };
}

export function listOf<Item>(...items: Item[]): () => AsyncGenerator<Item> {
  return async function* () {
    yield* items;
  };
}

export async function sqlIsDrawn(): Promise<void> {
  await act(async () => {
    await Promise.all([import('../design/highlight-sql.js'), import('../design/format-sql.js')]);
  });
}
