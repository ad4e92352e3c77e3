import type { TrialPayload, TrialResult } from '@assay/contracts';
import { decisionsOf } from '@assay/decision';
import type { AgentTask } from '@assay/work/service';
import { TEMPERATURE } from './temperature.js';

/** All in one call. */
export async function tryTests(
  { context, input, show, parts }: AgentTask<'supervisor'>,
  { contested }: TrialPayload,
): Promise<TrialResult> {
  const { tests } = input;
  const shown = 'candidates' in input ? input.candidates : [];
  const candidates = await Promise.all(shown.map(show));
  const [{ reasoning, decisions }, { variables }] = await Promise.all([
    parts.calls.ask('trial', context, { tests, candidates, contested }, { temperature: TEMPERATURE }),
    parts.materials.of(context),
  ]);
  const evidence = [...variables.evidence, ...(variables.directives === null ? [] : [variables.directives])];
  return { reasoning, decisions: decisionsOf(contested, tests, decisions, evidence) };
}
