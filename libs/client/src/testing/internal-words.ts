/** What no user should have to learn. Views below Why may name how Assay works. */
export const INTERNAL_WORDS =
  /\b(?:pipeline|bpchar|int8|varchar|assayed|malformed|posterior|ordinal|BASIC|ADVANCED|EXPERT|escalat\w*|(?:first|second) moment|told|acceptPrivileged|finalists?|reducer|[Ss]upervisors?|[Ss]tragglers?|[Ee]vidence-critical|maxLevel|[Ww]aves?|maxTokens|maxCalls|maxCostUsd|sqlCandidates|testBatches|deadlineSeconds|minEvaluators|failedEvaluators|[Cc]ase [A-D])\b|`instant`|Then ask again|[A-D] ?→ ?[A-D]/;
