import { Injectable } from '@nestjs/common';
import { newId, type TestGeneratorInput, type TestGeneratorPayload, type TestGeneratorResult } from '@assay/contracts';
import { PromptLibrary } from '@assay/prompts';
import { QuestionMaterials } from '@assay/service';
import { ModelCalls, type TaskContext } from '@assay/work';

/** Writes one batch of tests: what must be true of a right answer, in words. */
@Injectable()
export class TestGeneratorService {
  constructor(
    private readonly models: ModelCalls,
    private readonly prompts: PromptLibrary,
    private readonly materials: QuestionMaterials,
  ) {}

  async generate(context: TaskContext<TestGeneratorInput, TestGeneratorPayload>): Promise<TestGeneratorResult> {
    const { input, payload } = context;
    const materials = await this.materials.of(context);
    const prompt = this.prompts.render('test-generator', {
      context: materials.variables,
      // a stable representation: the diversity of tests comes from temperature alone
      schema: materials.schemaText,
      moment: input.moment,
      candidates: await this.materials.candidates(materials, input.candidates),
      escalation: input.escalation,
    });
    const { value } = await this.models.answer(context, {
      agent: 'test-generator',
      level: input.level,
      contract: 'test_suite',
      prompt,
      temperature: payload.temperature,
      limits: input.limits,
    });
    return { reasoning: value.reasoning, tests: value.tests.map((test) => ({ id: newId(), ...test })) };
  }
}
