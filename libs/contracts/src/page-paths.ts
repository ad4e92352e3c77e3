/** Addresses of the page's views, in its router's notation: the API serves the page at each. */
export const PAGE_PATHS = [
  '/',
  '/history',
  '/questions',
  '/questions/:id/:view?',
  '/workspaces',
  '/workspaces/new',
  '/workspaces/:id/:view?',
  '/models',
  '/stories',
  '/stories/:id',
] as const;
export type PagePath = (typeof PAGE_PATHS)[number];

/** Of a link to an answer, outside the router: it needs no key, and leads nowhere else. */
export const LINK_PATH = '/links/:token';
