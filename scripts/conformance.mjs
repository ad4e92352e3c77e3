/**
 * `npm run conformance [jest arguments]`: 2,000 generated statements for each dialect, whose rows must equal those of an
 * independent client. `ASSAY_CONFORMANCE_SEED` chooses other statements.
 */
import { build, ensureInstalled, fail, runJest } from './toolchain.mjs';

await ensureInstalled();
if ((await build()) !== 0) fail('The sources do not compile, so they cannot be tested.');
const statements = process.env.ASSAY_CONFORMANCE_STATEMENTS ?? '2000';
const suite = 'libs/target-database/src/conformance/differential';
process.exitCode = await runJest([suite, ...process.argv.slice(2)], { ASSAY_CONFORMANCE_STATEMENTS: statements });
