import { describe, expect, it } from '@jest/globals';
import { ApiProblem, ConnectionProblem } from '@assay/client';
import { answer, answering } from './tool-answer.js';

describe('what a tool answers', () => {
  const refused = (error: Error): ReturnType<typeof answering> => answering(() => Promise.reject(error));
  const problem = { type: 'about:blank', title: 'Refused', detail: 'It is refused.', code: 'REFUSED', status: 422 };

  it('is lines of text, and the same as data', async () => {
    expect(await answering(async () => answer(['one', 'two'], { count: 2 }))).toEqual({
      content: [{ type: 'text', text: 'one\ntwo' }],
      structuredContent: { count: 2 },
    });
  });

  it('names the fields that Assay refuses', async () => {
    const errors = [{ field: 'question', message: 'must not be empty' }];
    expect(await refused(new ApiProblem({ ...problem, errors }))).toEqual({
      isError: true,
      content: [{ type: 'text', text: 'REFUSED: It is refused.\nquestion: must not be empty' }],
    });
  });

  it('says what can be done about a refusal', async () => {
    const nextSteps = [{ action: 'edit-question' as const, message: 'Say what is meant.' }];
    const { content } = await refused(new ApiProblem({ ...problem, nextSteps }));
    expect(content).toEqual([{ type: 'text', text: 'REFUSED: It is refused.\n→ Say what is meant.' }]);
  });

  it('says when to try again, in whole seconds', async () => {
    const { content } = await refused(new ApiProblem({ ...problem, status: 429 }, 1200));
    expect(content).toEqual([{ type: 'text', text: 'REFUSED: It is refused.\nTry again in 2 s.' }]);
  });

  it('says where to look when Assay cannot be reached', async () => {
    const away = new ConnectionProblem('UNREACHABLE', 'http://127.0.0.1:1', 'Nothing listens.');
    const { content } = await refused(away);
    expect(content).toEqual([
      { type: 'text', text: 'UNREACHABLE: Nothing listens.\nIs Assay running, and ASSAY_URL right?' },
    ]);
  });

  it('does not hide a fault of its own', async () => {
    await expect(refused(new TypeError('a bug'))).rejects.toThrow('a bug');
  });
});
