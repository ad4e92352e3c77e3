import { type LoopOptions } from './loop-options.js';

export type ReminderReason = 'no-tool-call' | 'no-final-tool' | 'malformed-reply' | 'answer-out-of-form';

/** Quotes at most one short word or number of the reply. */
export function fixedReminder(reason: ReminderReason, options: LoopOptions, problem: string | null): string {
  switch (reason) {
    case 'no-final-tool':
      return `Your last reply called no tool. When you are done, finish by calling ${options.finalTool ?? ''}.`;
    case 'no-tool-call':
      return `Your last reply called no tool. Work with the tools: ${options.tools.map((tool) => tool.name).join(', ')}.`;
    case 'malformed-reply':
      return `${PROBLEMS[problem ?? ''] ?? 'Your last reply could not be read'}, so nothing of it was run. Reply again, complete.`;
    case 'answer-out-of-form':
      return `Your last answer was not accepted: ${problem ?? 'it has the wrong shape.'} Answer again, whole, in the asked shape.`;
  }
}

const PROBLEMS: Record<string, string> = {
  truncated_tool_call: 'Your last reply broke off inside a tool call',
  truncated: 'Your last reply broke off because it was too long',
  invalid_arguments: 'The arguments of a tool call in your last reply were not a JSON object',
  missing_tool_name: 'A tool call in your last reply named no tool',
  invalid_unicode_escape: 'Your last reply held a broken \\u escape',
  depth_limit: 'Your last reply was nested too deeply',
};
