/** Ten candidates of five texts with equal results; one text passes every test. */
import { createModel as createQuestionsModel } from '../questions/model-script.mjs';

const BOOKS = 'FROM category c LEFT JOIN book b ON b.category_id = c.id';
const TEXTS = [
  `SELECT c.name, COUNT(b.id) + 0 AS books ${BOOKS} GROUP BY c.id, c.name`,
  'SELECT c.name, COUNT(b.id) AS books FROM category c JOIN book b ON b.category_id = c.id GROUP BY c.id, c.name',
  `SELECT c.name, COUNT(b.id) AS books ${BOOKS} GROUP BY c.name`,
  `SELECT c.name, COUNT(*) AS books ${BOOKS} GROUP BY c.id, c.name`,
  `SELECT c.name, COUNT(DISTINCT b.title) AS books ${BOOKS} GROUP BY c.id, c.name`,
];
const ORDER = [0, 1, 0, 2, 3, 0, 4, 1, 0, 2];

const asked = new Map();

export function createModel() {
  const base = createQuestionsModel();
  return {
    ...base,
    handler: (call) => {
      if (call.agent !== 'generator') return base.handler(call);
      const nth = asked.get(call.question) ?? 0;
      asked.set(call.question, nth + 1);
      return { reasoning: 'Books are counted per category.', sql: TEXTS[ORDER[nth % ORDER.length]] };
    },
  };
}
