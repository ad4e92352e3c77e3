import { newId } from '@assay/contracts';
import { readTests } from '@assay/decision';
import { defineAgent } from '@assay/work/service';

export const TestGeneratorModule = defineAgent({
  name: 'test-generator',
  run: async ({ input, payload, ask, show }) => {
    const { moment, escalation, witnesses, tests: given, dropped, readings = true } = input;
    const candidates = await Promise.all(input.candidates.map(show));
    // fixed schema order: temperature alone gives diversity
    const { reasoning, tests } = await ask(
      {
        moment,
        candidates,
        escalation,
        readings,
        ...(witnesses && { witnesses }),
        ...(given && { tests: given }),
        ...(dropped && { dropped }),
      },
      { temperature: payload.temperature, alike: payload.alike },
    );
    const wanted = readTests(tests).filter(({ alternatives }) => readings || alternatives === undefined);
    return { reasoning, tests: wanted.map((test) => ({ id: newId(), ...test })) };
  },
  events: ({ tests }, { input: { moment } }) =>
    tests.map(({ id, statement, evidenceCritical }) => ({
      type: 'test-generated',
      test: id,
      statement,
      moment,
      evidenceCritical,
    })),
});
