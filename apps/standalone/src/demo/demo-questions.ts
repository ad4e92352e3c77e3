import type { ExampleQuestion } from '@assay/contracts';
import { DEMO_DATABASE } from './database/demo-database.js';
import type { DemoQuestion } from './questions/demo-script.js';
import type { DemoScript } from './questions/demo-script.js';
import { demoScripts } from './questions/scripts.js';

export type { DemoQuestion } from './questions/demo-script.js';

/** The questions that the demo model can answer. */
export function demoQuestions(): readonly DemoQuestion[] {
  return demoScripts().map(({ id, question, evidence, settings, walks, description }) => ({
    id,
    question,
    evidence,
    settings,
    walks,
    description,
  }));
}

/** The question that is asked by default. */
export function showcaseQuestion(): DemoQuestion {
  return demoQuestions()[0] as DemoQuestion;
}

/** What the page offers to ask of a workspace: the demo questions where it is the demo's. */
export function demoExamples(workspaceName: string): readonly ExampleQuestion[] {
  if (workspaceName !== DEMO_DATABASE.name) return [];
  return demoQuestions().map(({ question, evidence, settings, description, walks }) => ({
    question,
    evidence: [...evidence],
    settings,
    description,
    walk: walks,
  }));
}

/** The demo question of this text, or null; case, white space and final punctuation do not matter. */
export function findDemoQuestion(text: string): DemoQuestion | null {
  return demoQuestions().find(({ question }) => isSameQuestion(question, text)) ?? null;
}

/** Whether the demo model has answers for this question. */
export function isDemoQuestion(text: string): boolean {
  return findDemoScript(text) !== null;
}

/** The script of the demo question of this text, or null. */
export function findDemoScript(text: string): DemoScript | null {
  return demoScripts().find(({ question }) => isSameQuestion(question, text)) ?? null;
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
