import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { checkFormat } from './check-format.js';
import { scoresOf, totalOf } from './evaluation-format.js';
import { RESPONSE_FORMATS, STORY_TOOLS } from './response-formats.js';

const DEFAULT = RESPONSE_FORMATS.evaluate_full_story;

describe('the response formats', () => {
  it('describe every tool as an object that takes nothing but what it names', () => {
    for (const name of STORY_TOOLS) {
      const format = RESPONSE_FORMATS[name];
      expect(format).toMatchObject({ title: name, type: 'object', additionalProperties: false });
      expect(format['description']).toEqual(expect.any(String));
    }
  });

  it('bound every text, list and number', () => {
    const unbounded: string[] = [];
    const visit = (schema: Record<string, unknown>, path: string): void => {
      if (schema['type'] === 'string' && schema['maxLength'] === undefined) unbounded.push(path);
      if (schema['type'] === 'array' && schema['maxItems'] === undefined) unbounded.push(path);
      const isNumber = schema['type'] === 'integer' || schema['type'] === 'number';
      if (isNumber && (schema['minimum'] === undefined || schema['maximum'] === undefined)) unbounded.push(path);
      const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Record<string, unknown>>);
      for (const [name, property] of properties) visit(property, `${path}.${name}`);
      if (schema['items']) visit(schema['items'] as Record<string, unknown>, `${path}[]`);
    };
    for (const name of STORY_TOOLS) visit(RESPONSE_FORMATS[name], name);
    expect(unbounded).toEqual([]);
  });

  it('score four dimensions from 0 to 10, each required, each with its defects', () => {
    expect(scoresOf(DEFAULT)).toEqual(
      ['narrative_coherence', 'originality', 'emotional_impact', 'action'].map((name) => ({
        name: `${name}_score`,
        minimum: 0,
        maximum: 10,
      })),
    );
    for (const { name } of scoresOf(DEFAULT)) {
      expect(DEFAULT['properties']).toHaveProperty(name.replace('_score', '_defects'));
    }
  });
});

describe('the total of an evaluation', () => {
  it('is the sum of the scores, and 2.5 times that on 0–100', () => {
    const score = fc.integer({ min: 0, max: 10 });
    fc.assert(
      fc.property(score, score, score, score, (coherence, originality, impact, action) => {
        const evaluation = {
          narrative_coherence_score: coherence,
          originality_score: originality,
          emotional_impact_score: impact,
          action_score: action,
          action_defects: '99',
        };
        const sum = coherence + originality + impact + action;
        expect(totalOf(DEFAULT, evaluation)).toEqual({ total: sum, score: sum * 2.5 });
      }),
    );
  });

  it('stretches between the least and the most of a format of its own', () => {
    const format = {
      type: 'object',
      properties: {
        style_score: { type: 'integer', minimum: 1, maximum: 5 },
        pages: { type: 'integer', minimum: 0, maximum: 100 },
        remark: { type: 'string' },
      },
      required: ['style_score', 'pages'],
    };
    expect(totalOf(format, { style_score: 4, pages: 100 })).toEqual({ total: 4, score: 75 });
  });
});

describe("a caller's format", () => {
  const good = {
    type: 'object',
    properties: { taste: { type: 'number', minimum: 0, maximum: 1 }, why: { type: 'string' } },
    required: ['taste'],
  };

  it('is taken where it can be enforced', () => {
    expect(checkFormat(good)).toEqual([]);
    expect(checkFormat(DEFAULT)).toEqual([]);
  });

  it.each([
    ['no object', { type: 'string' }, 'responseFormat'],
    ['no score', { ...good, required: [] }, 'responseFormat.properties'],
    ['a score without bounds', { ...good, properties: { taste: { type: 'number' } } }, 'responseFormat.properties'],
    [
      'a pattern',
      { ...good, properties: { ...good.properties, why: { type: 'string', pattern: '(a+)+$' } } },
      'responseFormat.properties.why.pattern',
    ],
    ['a reference', { ...good, $ref: 'https://example.org/format.json' }, 'responseFormat.$ref'],
    ['a type that is none', { ...good, properties: { ...good.properties, why: { type: 'text' } } }, 'responseFormat'],
    ['a property that is no schema', { ...good, properties: { taste: 5 } }, 'responseFormat.properties.taste'],
    ['too much of it', { ...good, description: 'x'.repeat(40_000) }, 'responseFormat'],
  ])('is refused with its field for %s', (_case, format, field) => {
    expect(checkFormat(format).map((problem) => problem.field)).toEqual([field]);
  });

  it('is refused where it is nested without end', () => {
    let schema: Record<string, unknown> = { type: 'string' };
    for (let depth = 0; depth < 12; depth += 1) schema = { type: 'array', items: schema };
    const [problem] = checkFormat({ ...good, properties: { ...good.properties, why: schema } });
    expect(problem?.message).toMatch(/nested deeper/);
  });
});
