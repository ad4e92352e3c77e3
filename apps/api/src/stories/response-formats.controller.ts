import { Controller, Get, Header, Param } from '@nestjs/common';
import { RequestProblem } from '@assay/contracts';
import { RESPONSE_FORMATS, STORY_TOOLS, type JsonSchema, type StoryTool } from '@assay/stories';

/** The JSON Schemas that the story evaluator's tools are validated by; `evaluate_full_story` is the default evaluation. */
@Controller('v1/story-evaluations/response-formats')
export class ResponseFormatsController {
  @Get()
  list(): { items: { name: StoryTool; schema: JsonSchema }[]; nextCursor: null } {
    return { items: STORY_TOOLS.map((name) => ({ name, schema: RESPONSE_FORMATS[name] })), nextCursor: null };
  }

  @Get(':name')
  @Header('content-type', 'application/schema+json')
  one(@Param('name') name: string): JsonSchema {
    const tool = STORY_TOOLS.find((known) => known === name);
    if (tool !== undefined) return RESPONSE_FORMATS[tool];
    throw new RequestProblem(404, 'RESPONSE_FORMAT_NOT_FOUND', 'There is no such response format.');
  }
}
