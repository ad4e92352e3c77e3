export { KnowledgeProblem } from './document/knowledge-problem.js';
export { metricStatement } from './formula.js';
export { knowledgeDifference } from './difference.js';
export { Glossary } from './glossary.js';
export { aboutOf, sayingOf, type KnowledgeItem } from './item.js';
export { readKnowledge, type KnowledgeReading } from './read-knowledge.js';
export { applyToProfile } from './schema/apply-to-profile.js';
export { applyToSchema } from './schema/apply-to-schema.js';
export { resolveKnowledge, type ResolvedKnowledge } from './schema/resolve-knowledge.js';
