import { prepared } from '../prepared.js';

/** Keeps all processes from calling the model for this time. Never shortens a longer one. */
export const closeGate = prepared<[endpoint: string, model: string, closedForMs: number, reason: string]>({
  name: 'close_gate',
  text: `insert into assay.gates as g (endpoint, model, closed_until, reason)
     values ($1, $2, now() + make_interval(secs => $3::double precision / 1000), $4)
     on conflict (endpoint, model)
     do update set closed_until = greatest(g.closed_until, excluded.closed_until), reason = excluded.reason`,
}).run;
