import type { Dialect } from '@assay/contracts';
import type { LexedText } from '../../lexer/token.js';
import type { GuardOptions, GuardPass } from '../guard-outcome.js';
export async function guardPolyglot(_t: string, _l: LexedText, _d: Dialect, _o: GuardOptions): Promise<GuardPass> { throw new Error('x'); }
