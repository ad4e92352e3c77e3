/** fast-check with a fixed seed. `ASSAY_PROPERTY_SEED=random` explores; findings name their seed. */
import fc from '../node_modules/fast-check/lib/fast-check.js';

const DEFAULT_SEED = 20261123;
const given = process.env.ASSAY_PROPERTY_SEED ?? String(DEFAULT_SEED);
if (given !== 'random') {
  if (!/^-?\d{1,9}$/.test(given))
    throw new Error(`ASSAY_PROPERTY_SEED: expected a whole number or "random", not "${given}"`);
  fc.configureGlobal({ seed: Number(given) });
}

export default fc;
