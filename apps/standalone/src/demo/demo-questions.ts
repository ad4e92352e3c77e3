import type { ExampleQuestion } from '@assay/contracts';
import { DEMO_DATABASE } from './database/demo-database.js';
import type { DemoQuestion } from './questions/demo-script.js';
import type { DemoScript } from './questions/demo-script.js';
import { DEMO_SCRIPTS } from './questions/scripts.js';

export type { DemoQuestion } from './questions/demo-script.js';

/** The questions that the demo model can answer. */
export const DEMO_QUESTIONS: readonly DemoQuestion[] = DEMO_SCRIPTS.map(
  ({ id, question, evidence, settings, walks, description }) => ({
    id,
    question,
    evidence,
    settings,
    walks,
    description,
  }),
);

/** The question that is asked by default. */
export const SHOWCASE_QUESTION: DemoQuestion = DEMO_QUESTIONS[0] as DemoQuestion;

/** What the page offers to ask of a workspace: the demo questions where it is the demo's. */
export function demoExamples(workspaceName: string): readonly ExampleQuestion[] {
  return workspaceName === DEMO_DATABASE.name ? EXAMPLES : [];
}

const EXAMPLES: readonly ExampleQuestion[] = DEMO_QUESTIONS.map(
  ({ question, evidence, settings, description, walks }) => ({
    question,
    evidence: [...evidence],
    settings,
    description,
    walk: walks,
  }),
);

const byText = new Map(DEMO_SCRIPTS.map((script) => [comparable(script.question), script]));

/** The demo question of this text, or null; case, white space and final punctuation do not matter. */
export function findDemoQuestion(text: string): DemoQuestion | null {
  const script = findDemoScript(text);
  return script === null ? null : (DEMO_QUESTIONS.find(({ id }) => id === script.id) ?? null);
}

/** Whether the demo model has answers for this question. */
export function isDemoQuestion(text: string): boolean {
  return byText.has(comparable(text));
}

/** The script of the demo question of this text, or null. */
export function findDemoScript(text: string): DemoScript | null {
  return byText.get(comparable(text)) ?? null;
}

/** Texts that are the same question; case, white space and final punctuation do not matter. */
export function isSameQuestion(left: string, right: string): boolean {
  return comparable(left) === comparable(right);
}

function comparable(text: string): string {
  return text
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/[\s.?!]+$/, '')
    .trim();
}
