import './design/fonts.js';
import './design/tokens.css';
import './design/base.css';
import './design/parts.css';
import { LINK_PATH } from '@assay/contracts';
import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { Route, Switch } from 'wouter';
import { SessionProvider } from './api/assay.js';
import { createQueries } from './api/queries.js';
import { App } from './app/app.js';

const LinkedPage = lazy(async () => ({ default: (await import('./link/linked-page.js')).LinkedPage }));

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no root');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={createQueries()}>
      <Switch>
        <Route path={LINK_PATH}>
          {({ token }) => (
            <Suspense>
              <LinkedPage token={token} />
            </Suspense>
          )}
        </Route>
        <Route>
          <SessionProvider>
            <App />
          </SessionProvider>
        </Route>
      </Switch>
    </QueryClientProvider>
  </StrictMode>,
);
