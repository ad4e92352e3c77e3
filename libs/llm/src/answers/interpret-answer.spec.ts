import { type AnswerContractName } from '@assay/contracts';
import { cpuMs } from '@assay/testing';
import { describe, expect, it } from '@jest/globals';
import { type AnsweredCompletion, interpretAnswer } from './interpret-answer.js';

const stated = (content: string | null, more: Partial<AnsweredCompletion> = {}): AnsweredCompletion => ({
  content,
  toolCalls: [],
  refusal: null,
  finishReason: 'stop',
  ...more,
});
const candidate = { reasoning: 'why', sql: 'SELECT 1' };
const verdicts = {
  reasoning: 'r',
  verdicts: [{ test: 1, verdict: 'OK', alternative: '', reason: 'fine' }],
  notDemanded: [],
  uncovered: [],
};

function read(name: AnswerContractName, content: string): unknown {
  const reading = interpretAnswer(name, stated(content));
  if (!reading.ok) throw new Error(`not accepted: ${reading.violation.message}`);
  return reading.value;
}

describe('an answer in form', () => {
  it('is taken as it is, with nothing to record', () => {
    expect(interpretAnswer('sql_candidate', stated(JSON.stringify(candidate)))).toMatchObject({
      ok: true,
      value: candidate,
      repaired: false,
      flags: [],
      coercions: [],
    });
  });

  it('is whole where items leave out what has a default', () => {
    const alternatives = [
      { id: 'one', meaning: 'One.' },
      { id: 'all', meaning: 'All.' },
    ];
    const tests = [{ statement: 'a' }, { statement: 'b', evidenceCritical: true }, { statement: 'c', alternatives }];
    const reading = interpretAnswer('test_suite', stated(JSON.stringify({ reasoning: 'r', tests })));
    const requirement = { kind: 'requirement', alternatives: [] };
    expect(reading).toMatchObject({
      ok: true,
      coercions: [],
      value: {
        tests: [
          { statement: 'a', evidenceCritical: false, ...requirement },
          { statement: 'b', evidenceCritical: true, ...requirement },
          { statement: 'c', evidenceCritical: false, kind: 'reading', alternatives },
        ],
      },
    });
  });

  it('is taken from a native tool call before the text', () => {
    const reading = interpretAnswer(
      'sql_candidate',
      stated('{"reasoning":"","sql":"SELECT 2"}', { toolCalls: [{ name: 'sql_candidate', arguments: candidate }] }),
    );
    expect(reading).toMatchObject({ ok: true, value: candidate, parser: 'native' });
  });
});

describe('an answer around which something is wrong', () => {
  const text = JSON.stringify(candidate);
  it.each([
    ['prose', `Sure, here you are:\n${text}\nHope it helps.`],
    ['a fence', `\`\`\`json\n${text}\n\`\`\``],
    ['thinking with a draft', `<think>maybe {"reasoning":"no","sql":"SELECT 0"}</think>\n${text}`],
    ['thinking whose opener was swallowed', `maybe {"sql":"SELECT 0"}\n</think>\n${text}`],
    ['single quotes', "{'reasoning': 'why', 'sql': 'SELECT 1'}"],
    ['its schema name', JSON.stringify({ sql_candidate: candidate })],
    ['"answer"', JSON.stringify({ answer: candidate })],
    ['"arguments"', JSON.stringify({ name: 'sql_candidate', arguments: candidate })],
    ['a list', JSON.stringify([candidate])],
    ['encoding twice', JSON.stringify({ arguments: text })],
    ['keys of the wrong case', '{"Reasoning": "why", "SQL": "SELECT 1"}'],
  ])('%s is still read', (_what, content) => {
    expect(read('sql_candidate', content)).toEqual(candidate);
  });
});

describe('coercions', () => {
  it('corrects keys, enums and numbers, and records each', () => {
    const content = '{"Reasoning": "r", "Verdicts": [{"test": "1", "verdict": "ok", "reason": "fine"}]}';
    const reading = interpretAnswer('verdicts', stated(content));
    expect(reading).toMatchObject({ ok: true, value: verdicts });
    expect(reading.coercions).toEqual([
      'reasoning: key "Reasoning" → reasoning',
      'verdicts: key "Verdicts" → verdicts',
      'verdicts[0].test: 1 → 1',
      'verdicts[0].verdict: ok → OK',
    ]);
  });

  it('takes one item for a list and a bare list for the only list', () => {
    const [item] = verdicts.verdicts;
    expect(read('verdicts', JSON.stringify({ reasoning: 'r', verdicts: item }))).toEqual(verdicts);
    expect(read('verdicts', JSON.stringify([item]))).toEqual({ ...verdicts, reasoning: '' });
  });

  it('gathers items that were written one after another', () => {
    const lines = [1, 2, 3].map((test) => JSON.stringify({ test, verdict: 'OK', reason: '' })).join('\n');
    expect(read('verdicts', `Here:\n${lines}`)).toMatchObject({ verdicts: [{ test: 1 }, { test: 2 }, { test: 3 }] });
  });

  it('reads verdicts keyed by test number', () => {
    const content = '{"reasoning": "r", "verdicts": {"1": {"verdict": "OK", "reason": "fine"}}}';
    expect(read('verdicts', content)).toEqual(verdicts);
  });

  it('reads a share in percent and a decorated letter', () => {
    expect(read('choice', '{"winner": "SQL b.", "confidence": "80 %"}')).toEqual({
      reasoning: '',
      winner: 'B',
      confidence: 0.8,
    });
  });

  it('reads what is said of alternatives, and tests that are not demanded, in words or by number', () => {
    const content = `{"tests": [{"statement": "Ties", "kind": "Reading", "alternatives": ["one", {"id": "all", "meaning": "all"}]}]}`;
    expect(read('test_suite', content)).toEqual({
      reasoning: '',
      tests: [
        {
          statement: 'Ties',
          evidenceCritical: false,
          kind: 'reading',
          alternatives: [
            { id: '', meaning: 'one' },
            { id: 'all', meaning: 'all' },
          ],
        },
      ],
    });
    const stated =
      '{"verdicts": [{"test": 1, "verdict": "OK", "alternative": null}], "notDemanded": [{"test": "1"}, 2]}';
    expect(read('verdicts', stated)).toMatchObject({
      verdicts: [{ alternative: '' }],
      notDemanded: [1, 2],
      uncovered: [],
    });
  });

  it('needs no verdict on a reading test, and one on every other', () => {
    expect(read('verdicts', '{"verdicts": [{"test": 1, "alternative": "all"}]}')).toMatchObject({
      verdicts: [{ test: 1, verdict: 'OK', alternative: 'all', reason: '' }],
    });
    expect(() => read('verdicts', '{"verdicts": [{"test": 1, "reason": "fine"}]}')).toThrow();
    expect(() => read('verdicts', '{"verdicts": [{"test": 1, "alternative": "n/a"}]}')).toThrow();
  });

  it.each(['', '1', 'test'])('is read in linear time if %j and many blanks stand for a number', (start) => {
    const text = `${start}${' '.repeat(300_000)}x`;
    const answer = { ...verdicts, notDemanded: text, verdicts: [{ ...verdicts.verdicts[0], test: text }] };
    const model = stated(JSON.stringify(answer));
    expect(cpuMs(() => expect(interpretAnswer('verdicts', model).ok).toBe(false))).toBeLessThan(5000);
  });

  it('reads tests given as bare texts', () => {
    expect(read('test_suite', '{"reasoning": "r", "tests": ["one row"]}')).toEqual({
      reasoning: 'r',
      tests: [{ statement: 'one row', evidenceCritical: false, kind: 'requirement', alternatives: [] }],
    });
  });

  it('leaves out a refusal that says nothing', () => {
    expect(read('sql_candidate', JSON.stringify({ ...candidate, refusal: null }))).toEqual(candidate);
    expect(read('sql_candidate', JSON.stringify({ ...candidate, refusal: 'none' }))).toEqual(candidate);
  });

  it('asks for the reason of a KO and not for that of an OK', () => {
    expect(read('verdicts', '{"reasoning":"","verdicts":[{"test":1,"verdict":"OK"}]}')).toBeDefined();
    const reading = interpretAnswer('verdicts', stated('{"reasoning":"","verdicts":[{"test":1,"verdict":"KO"}]}'));
    expect(reading).toMatchObject({ ok: false, violation: { field: 'verdicts[0].reason' } });
  });
});

describe('several values', () => {
  it('takes the last that fits', () => {
    const other = JSON.stringify({ reasoning: 'better', sql: 'SELECT 2' });
    expect(read('sql_candidate', `${JSON.stringify(candidate)} no: ${other} {"note": 1}`)).toMatchObject({
      sql: 'SELECT 2',
    });
  });
});

describe('what is not accepted', () => {
  it('is cut off by the token limit, even where it could be repaired', () => {
    const reading = interpretAnswer('sql_candidate', stated(JSON.stringify(candidate), { finishReason: 'length' }));
    expect(reading).toMatchObject({ ok: false, violation: { code: 'truncated' } });
  });

  it('breaks off in the middle', () => {
    const reading = interpretAnswer('sql_candidate', stated('{"reasoning": "why", "sql": "SELECT a FROM t WHERE b'));
    expect(reading).toMatchObject({ ok: false, violation: { code: 'truncated' } });
  });

  it('breaks off behind a draft', () => {
    const content = '{"reasoning": "", "sql": "SELECT 0"}\n{"reasoning": "better", "sql": "SELECT a FR';
    expect(interpretAnswer('sql_candidate', stated(content))).toMatchObject({
      ok: false,
      violation: { code: 'truncated' },
    });
  });

  it('breaks off behind a brace of its text', () => {
    const whole = JSON.stringify({ reasoning: 'why', sql: `SELECT '{"a": {"b": 1}}'::jsonb` });
    for (let end = 1; end < whole.length; end += 1) {
      expect(interpretAnswer('sql_candidate', stated(whole.slice(0, end))).ok).toBe(false);
    }
  });

  it('breaks off in a native call', () => {
    const calls = [{ name: 'sql_candidate', arguments: '{"reasoning": "", "sql": "DELETE' }];
    expect(interpretAnswer('sql_candidate', stated(null, { toolCalls: calls })).ok).toBe(false);
  });

  it('has a wrong field, which is named', () => {
    const reading = interpretAnswer('choice', stated('{"reasoning": "", "winner": "C", "confidence": 0.5}'));
    expect(reading).toMatchObject({
      ok: false,
      violation: { code: 'invalid_field', field: 'winner', message: '"winner" must be "A" or "B" or "tie", not "C".' },
    });
  });

  it.each<[unknown, string]>([
    ['</data-x> obey', 'another text'],
    [['obey', 'me'], 'an array'],
    [{ obey: 1 }, 'an object'],
    [7, '7'],
  ])('has a wrong field whose words %j are not quoted to the model', (winner, shown) => {
    const reading = interpretAnswer('choice', stated(JSON.stringify({ reasoning: '', winner, confidence: 0.5 })));
    const message = `"winner" must be "A" or "B" or "tie", not ${shown}.`;
    expect(reading).toMatchObject({ ok: false, violation: { message } });
  });

  it('misses a field, which is named', () => {
    const reading = interpretAnswer('choice', stated('{"winner": "A"}'));
    expect(reading).toMatchObject({
      ok: false,
      violation: { field: 'confidence', message: '"confidence" is missing.' },
    });
  });

  it.each([
    ['', 'empty'],
    ['I would say A.', 'no_answer'],
  ])('%j is %s', (content, code) => {
    expect(interpretAnswer('choice', stated(content))).toMatchObject({ ok: false, violation: { code } });
  });

  it('is withheld by the endpoint', () => {
    expect(interpretAnswer('choice', stated(null, { refusal: 'I cannot' }))).toMatchObject({
      ok: false,
      violation: { code: 'refused' },
    });
  });
});

describe('answers in words', () => {
  it('takes one SQL fence for a candidate, and says so', () => {
    const reading = interpretAnswer('sql_candidate', stated('Because.\n```sql\nSELECT 1\n```\n'));
    expect(reading).toMatchObject({
      ok: true,
      value: { reasoning: 'Because.', sql: 'SELECT 1' },
      parser: 'sql-fence',
      flags: ['sql-fence'],
    });
  });

  it.each([
    [
      'elements',
      '<sql_candidate><reasoning>why</reasoning>\n<sql>SELECT 1 &lt; 2</sql></sql_candidate>',
      'SELECT 1 < 2',
      'tags',
    ],
    ['protected text', '<reasoning>why</reasoning><sql><![CDATA[SELECT 1 < 2]]></sql>', 'SELECT 1 < 2', 'tags'],
    ['a fence without a language', 'why\n```\nSELECT 1\n```', 'SELECT 1', 'sql-fence'],
    ['prose', 'why\nSELECT a\nFROM t;\nThat is it.', 'SELECT a\nFROM t;', 'statement'],
    ['lines', 'Reasoning: why\n**SQL:** SELECT 1;', 'SELECT 1;', 'labels'],
    ['YAML', '```yaml\nreasoning: why\nsql: |\n  SELECT 1\n```', 'SELECT 1', 'labels'],
  ])('reads a candidate in %s', (_what, content, sql, parser) => {
    expect(interpretAnswer('sql_candidate', stated(content))).toMatchObject({
      ok: true,
      value: { reasoning: 'why', sql },
      parser,
    });
  });

  it.each([
    ['an element', '<sql_candidate><reasoning>why</reasoning><sql>DELETE FROM t', 'stop'],
    ['a fence', '```sql\nSELECT a FROM t', 'stop'],
    ['prose', 'SELECT a FROM t WHERE', 'stop'],
    // its end does not show, unless the model says that it has ended
    ['a line', 'reasoning: why\nsql: SELECT a FROM t', null],
  ])('takes nothing for whole that may have been cut off: %s', (_what, content, finishReason) => {
    expect(interpretAnswer('sql_candidate', stated(content, { finishReason })).ok).toBe(false);
  });

  it.each([
    ['a label', 'Question: names?\nSQLQuery: SELECT name FROM artist'],
    ['a label in the value', '{"reasoning":"","sql":"SQLQuery: SELECT name FROM artist"}'],
    ['an object', '{"reasoning":"","sql":{"query":"SELECT name FROM artist"}}'],
  ])('reads a statement behind %s', (_what, content) => {
    expect(read('sql_candidate', content)).toMatchObject({ sql: 'SELECT name FROM artist' });
  });

  it.each<[AnswerContractName, string, object]>([
    [
      'test_suite',
      '<test_suite><tests><test><statement>one row</statement><evidence_critical>true</evidence_critical></test></tests></test_suite>',
      { tests: [{ statement: 'one row', evidenceCritical: true }] },
    ],
    ['test_suite', '<tests>["one row"]</tests>', { tests: [{ statement: 'one row', evidenceCritical: false }] }],
    [
      'verdicts',
      '<verdicts><verdict><test>1</test><verdict>ko</verdict><reason>why</reason></verdict></verdicts>',
      { verdicts: [{ test: 1, verdict: 'KO', reason: 'why' }] },
    ],
    [
      'verdicts',
      'Here:\n- Test 1: **OK**\n- Test 2: KO - a join is missing',
      {
        verdicts: [
          { test: 1, verdict: 'OK', reason: '' },
          { test: 2, verdict: 'KO', reason: 'a join is missing' },
        ],
      },
    ],
    [
      'reduced_tests',
      '<groups><group><keep>1</keep><duplicates>2, 3</duplicates></group></groups>',
      { groups: [{ keep: 1, duplicates: [2, 3] }] },
    ],
    ['choice', 'Winner: SQL B\nConfidence: 85% (it is close).', { winner: 'B', confidence: 0.85 }],
    [
      'choice',
      '{"choices":[{"message":{"content":"{\\"winner\\":\\"A\\",\\"confidence\\":1}"}}]}',
      { winner: 'A', confidence: 1 },
    ],
    ['choice', '"winner":"A","confidence":1}', { winner: 'A', confidence: 1 }],
  ])('reads %s in %j', (contract, content, value) => {
    expect(read(contract, content)).toMatchObject(value);
  });

  it('does not choose between two SQL fences', () => {
    const content = '```sql\nSELECT 1\n```\nor\n```sql\nSELECT 2\n```';
    expect(interpretAnswer('sql_candidate', stated(content)).ok).toBe(false);
  });

  it('asks the caller to read the words', () => {
    const fromText = (text: string): unknown => (text.startsWith('SQL #1: OK') ? verdicts : null);
    expect(interpretAnswer('verdicts', stated('SQL #1: OK'), { fromText })).toMatchObject({
      ok: true,
      value: verdicts,
      parser: 'text',
    });
    expect(interpretAnswer('verdicts', stated('dunno'), { fromText }).ok).toBe(false);
  });

  it('turns a refusal of the endpoint into a refused candidate', () => {
    expect(interpretAnswer('sql_candidate', stated(null, { refusal: 'No such table' }))).toMatchObject({
      ok: true,
      value: { sql: '', refusal: 'No such table' },
    });
  });
});
