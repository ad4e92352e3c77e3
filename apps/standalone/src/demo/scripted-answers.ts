import type { ApiOptions } from '@assay/api';
import { MODEL_NOT_CONFIGURED, type ErrorNote, type ExampleQuestion } from '@assay/contracts';
import type { CanAnswer } from '@assay/questions';
import { demoStoryOf } from '@assay/story-evaluator';
import type { DataFiles } from '../data/data-files.js';
import { DATA_QUESTION, DATA_SETTINGS } from '../data/data-script.js';
import { DEMO_DATABASE } from './database/demo-database.js';
import { demoExamples, isDemoQuestion, isSameQuestion, showcaseQuestion } from './demo-questions.js';

/** Without a model, other questions are refused with the list. */
export function answersByScript(hasDemo: boolean, data: DataFiles | null): CanAnswer {
  const scripted = [
    ...(hasDemo
      ? [`the demo questions of the workspace ${DEMO_DATABASE.name}, such as “${showcaseQuestion().question}”`]
      : []),
    ...(data === null ? [] : [`“${DATA_QUESTION}” of the workspace ${data.name}`]),
  ];
  const refusal = withoutModel(scripted.join(', and '));
  return ({ question, workspace }) => {
    if (workspace.name === DEMO_DATABASE.name && isDemoQuestion(question)) return true;
    return workspace.name === data?.name && isSameQuestion(question, DATA_QUESTION) ? true : refusal;
  };
}

export function scriptedExamples(data: DataFiles | null): NonNullable<ApiOptions['examples']> {
  const ofFiles: ExampleQuestion = {
    question: DATA_QUESTION,
    evidence: [],
    settings: DATA_SETTINGS,
    description: 'Counts the rows of every table.',
    walk: null,
  };
  return (name) => (name === data?.name ? [ofFiles] : demoExamples(name));
}

/** Only the demo's story has a script. */
export const evaluatesByScript: NonNullable<ApiOptions['canEvaluate']> = ({ candidates, mode }) => {
  const isDemo = mode === 'prompt' && candidates.every(({ text }) => demoStoryOf(text) !== null);
  return isDemo || withoutModel('the versions of the demo story (apps/story-evaluator/demo), in mode prompt');
};

function withoutModel(scripted: string): ErrorNote {
  const { code, message } = MODEL_NOT_CONFIGURED;
  return scripted === ''
    ? MODEL_NOT_CONFIGURED
    : { code, message: `${message} Without one, a script answers ${scripted}.` };
}
