import { Body, Controller, Get, Post, Put } from '@nestjs/common';
import type { ModelsView, ModelTrial } from '@assay/contracts';
import { ModelsTrial, ModelsUpdate } from '@assay/contracts/requests';
import { Needs } from '../access/needs.js';
import { Audited, changedFields } from '../audit/audited.js';
import { Documented } from '../openapi/documented.js';
import { ModelSettings } from './model-settings.js';

@Controller('v1/models')
@Needs({ right: 'operate' })
export class ModelsController {
  constructor(private readonly settings: ModelSettings) {}

  @Get()
  @Documented({
    summary: 'Endpoint, models and prices, and what sets each; never the key.',
    answers: { 200: { model: 'Models' } },
  })
  view(): Promise<ModelsView> {
    return this.settings.view();
  }

  @Put()
  @Audited({ action: 'models-changed', details: changedFields })
  @Documented({
    summary: 'Changes them. Later calls in every process use the new values.',
    answers: { 200: { model: 'Models' } },
    problems: { 422: 'TARGET_HOST_FORBIDDEN, MODEL_UNREACHABLE' },
  })
  change(@Body() update: ModelsUpdate): Promise<ModelsView> {
    return this.settings.change(update);
  }

  @Post('try')
  @Audited({ action: 'models-tried', details: changedFields })
  @Documented({
    summary: 'Calls a model and reports what its endpoint supports. Nothing is stored.',
    answers: { 200: { model: 'ModelTrial' } },
    problems: { 422: 'TARGET_HOST_FORBIDDEN, MODEL_UNREACHABLE' },
  })
  try(@Body() trial: ModelsTrial): Promise<ModelTrial> {
    return this.settings.try(trial);
  }
}
