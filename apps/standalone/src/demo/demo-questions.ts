import type { ExampleQuestion } from '@assay/contracts';
import { DEMO_DATABASE } from './database/demo-database.js';
import type { DemoQuestion } from './questions/demo-script.js';
import type { DemoScript } from './questions/demo-script.js';
import { demoScripts } from './questions/scripts.js';

export type { DemoQuestion } from './questions/demo-script.js';

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

export function showcaseQuestion(): DemoQuestion {
  return demoQuestions()[0] as DemoQuestion;
}

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

export function findDemoQuestion(text: string): DemoQuestion | null {
  return demoQuestions().find(({ question }) => isSameQuestion(question, text)) ?? null;
}

export function isDemoQuestion(text: string): boolean {
  return findDemoScript(text) !== null;
}

export function findDemoScript(text: string): DemoScript | null {
  return demoScripts().find(({ question }) => isSameQuestion(question, text)) ?? null;
}

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
