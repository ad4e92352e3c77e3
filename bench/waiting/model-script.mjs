/** Calls of the latency in the question; `trouble`: a refused, a slow and a dead call among them. */
import { createModel as createQuestionsModel } from '../questions/model-script.mjs';

const TROUBLE = { generator: 'refused', 'test-generator': 'slow', evaluator: 'dead' };
const SLOW_MS = 15_000;

const SELECT = 'SELECT c.name, COUNT(b.id) + 0 AS books FROM category c LEFT JOIN book b';
const TEXTS = [
  `${SELECT} ON b.category_id = c.id GROUP BY c.id, c.name`,
  `${SELECT} ON c.id = b.category_id GROUP BY c.id, c.name`,
];

export function createModel() {
  const base = createQuestionsModel();
  const met = new Set();
  let written = 0;
  const troubleOf = ({ agent, body }) => {
    const isTroubled = body.messages.at(-1).content.includes('trouble') && !met.has(agent);
    return isTroubled ? TROUBLE[agent] : undefined;
  };
  return {
    ...base,
    handler: (call) => {
      const trouble = troubleOf(call);
      if (trouble !== undefined) met.add(call.agent);
      if (trouble === 'refused') return { status: 429, headers: { 'retry-after': '6' }, body: {} };
      if (trouble === 'dead') return new Promise(() => undefined);
      if (call.agent !== 'generator') return base.handler(call);
      return { reasoning: 'Books are counted per category.', sql: TEXTS[(written += 1) % TEXTS.length] };
    },
    latencyMs: (call) => (troubleOf(call) === 'slow' ? SLOW_MS : base.latencyMs(call)),
  };
}
