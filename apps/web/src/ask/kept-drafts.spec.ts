/** @jest-environment jsdom */
import { expect, it } from '@jest/globals';
import { EMPTY_DRAFT } from './ask-draft.js';
import { keptDraft } from './kept-drafts.js';

const keep = (text: string): void => sessionStorage.setItem('assay.draft.x', text);

it.each(['{', '', '"x"x', '{"question":5}', '{"question":{},"evidence":[]}', '{"evidence":null}'])(
  'forgets a draft that is none: %s',
  (text) => {
    keep(text);
    expect(keptDraft('x')).toBeNull();
  },
);

it.each(['null', '{}', '5', '[]', '{"settings":null}'])('fills what another version left out of %s', (text) => {
  keep(text);
  expect(keptDraft('x')).toMatchObject(EMPTY_DRAFT);
});
