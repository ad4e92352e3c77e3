import { Controller, Get, Header, Param } from '@nestjs/common';
import { RequestProblem, type Page } from '@assay/contracts';
import { RESPONSE_FORMATS, STORY_TOOLS, type JsonSchema, type StoryTool } from '@assay/stories';
import { Needs } from '../access/needs.js';
import { Documented } from '../openapi/documented.js';

/** Schemas that validate the story evaluator's tools; `evaluate_full_story` is the default evaluation. */
@Controller('v1/story-evaluations/response-formats')
@Needs({ right: 'use' })
export class ResponseFormatsController {
  @Get()
  @Documented({
    summary: 'The JSON Schemas of the evaluation and of every tool of the evaluators.',
    answers: { 200: { text: 'application/json' } },
  })
  list(): Page<{ name: StoryTool; schema: JsonSchema }> {
    return { items: STORY_TOOLS.map((name) => ({ name, schema: RESPONSE_FORMATS[name] })), nextCursor: null };
  }

  @Get(':name')
  @Documented({
    summary: 'One of these JSON Schemas.',
    answers: { 200: { text: 'application/schema+json' } },
  })
  @Header('content-type', 'application/schema+json')
  one(@Param('name') name: string): JsonSchema {
    const tool = STORY_TOOLS.find((known) => known === name);
    if (tool !== undefined) return RESPONSE_FORMATS[tool];
    throw new RequestProblem(404, 'RESPONSE_FORMAT_NOT_FOUND', 'There is no such response format.');
  }
}
