/** `npm run build`: compiles every service and the page. */
import { build, ensureInstalled, fail } from './toolchain.mjs';

await ensureInstalled();
if ((await build()) !== 0) fail('Assay could not be built.');
