import type { Asker, Id, Identity } from '@assay/contracts';
import { prepared } from '@assay/persistence';

export interface AskedIdentity {
  identity: Identity | null;
  /** The setting when the question was asked. */
  asker: Asker | null;
}

export const readIdentity = prepared<[question: Id], AskedIdentity>({
  name: 'read_identity',
  text: `select identity, case when identity is not null then settings -> 'asker' end as asker
           from assay.questions where run_id = $1`,
}).first;
