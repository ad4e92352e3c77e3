/** `npm run build`: compiles every service and the page. */
import { build, ensureInstalled, fail } from './toolchain.mjs';
import { buildPage } from './page.mjs';

await ensureInstalled();
if ((await build()) !== 0) fail('The sources do not compile.');
if ((await buildPage()) !== 0) fail('The page could not be built.');
