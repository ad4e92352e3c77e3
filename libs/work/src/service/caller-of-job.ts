import { RequestProblem } from '@assay/contracts';
import { actingFor, parseRequest, PersonOfJob, type Caller } from '@assay/contracts/requests';
import { personNamed, type Queryable } from '@assay/persistence';
import type { Config } from '@assay/runtime';

/** The queue, or the person whom the job names, as an asker. @throws RequestProblem 403 `MAY_NOT_ACT_FOR`; 422 */
export async function callerOfJob(
  queue: Caller,
  payload: object,
  database: Queryable,
  { http: { oidc } }: Pick<Config, 'http'>,
): Promise<Caller> {
  const { person } = await parseRequest(PersonOfJob, payload);
  if (person === undefined) return queue;
  if (oidc === null) throw new RequestProblem(403, 'MAY_NOT_ACT_FOR', NO_ISSUER);
  return actingFor({ ...queue, mayCurate: false }, await personNamed(database, oidc.issuer, person));
}

const NO_ISSUER = 'The job names a person, and ASSAY_OIDC_ISSUER is not set for the service that takes it.';
