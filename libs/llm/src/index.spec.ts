import { expect, it, jest } from '@jest/globals';

it('gives the parser to programs on a Node that cannot load the client: its sockets are loaded with the first call', async () => {
  const loadSockets = jest.fn(() => {
    throw new Error('undici does not run here');
  });
  jest.unstable_mockModule('undici', loadSockets);
  const { ModelClient, parseResponse } = await import('./index.js');
  expect(parseResponse('Here: {"a": 1}').blocks[1]?.value).toEqual({ a: 1 });
  await new ModelClient().close();
  expect(loadSockets).not.toHaveBeenCalled();
});
