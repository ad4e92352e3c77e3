import { describe, expect, it } from '@jest/globals';
import { newId, settingsPatchSchema, type Asker } from '@assay/contracts';
import type { Caller, Person } from '@assay/contracts/requests';
import { identityOf, requireAsker, requireSamePerson } from './identity-of.js';

const id = newId();
const asker = (given: object): Asker => settingsPatchSchema.parse({ asker: given }).asker as Asker;
const caller = (person: Partial<Person> | null): Caller => ({
  owner: id,
  grants: [],
  person: person && { id, subject: 'ann', groups: ['a', 'b'], ...person },
});
const REGION = asker({ mode: 'variables', claims: { region: 'area.name', groups: 'groups' } });
const ROLE = asker({ mode: 'role', claims: { role: 'db_role' }, roles: ['north', 'south'] });

describe('the identity of an asker', () => {
  it('is none without the setting', () => {
    expect(identityOf(null, caller(null))).toBeNull();
  });

  it('has the person, and the mapped claims as variables', () => {
    expect(identityOf(REGION, caller({ claims: { area: { name: 'north' } } }))).toEqual({
      person: id,
      role: null,
      variables: { person: id, subject: 'ann', region: 'north', groups: '["a","b"]' },
    });
  });

  it('has the one role of the claim that the setting lists', () => {
    const roleOf = (claim: unknown): unknown => identityOf(ROLE, caller({ claims: { db_role: claim } }))?.role;
    expect(roleOf(['other', 'south'])).toBe('south');
    for (const claim of ['superuser', [], ['north', 'south'], undefined, 'NORTH', { north: true }]) {
      expect(() => roleOf(claim)).toThrow(expect.objectContaining({ status: 403, code: 'ASKER_CLAIM_MISSING' }));
    }
  });

  it('is refused without a person', () => {
    expect(() => identityOf(REGION, caller(null))).toThrow(expect.objectContaining({ code: 'ASKER_UNKNOWN' }));
  });

  it.each([
    undefined,
    {},
    { area: {} },
    { area: { name: ['a', 'b'] } },
    { area: { name: '' } },
    { area: { name: {} } },
  ])('is refused without exactly one value of a claim: %j', (claims) => {
    const missing = expect.objectContaining({ status: 403, code: 'ASKER_CLAIM_MISSING' });
    expect(() => identityOf(REGION, caller({ claims }))).toThrow(missing);
  });

  it('has to be that of the question', () => {
    const north = caller({ claims: { db_role: 'north' } });
    const asked = identityOf(ROLE, north);
    const changed = caller({ claims: { db_role: 'south' } });
    const other = { ...north, person: { id: newId(), subject: 'bob', groups: [], claims: { db_role: 'north' } } };
    expect(() => requireAsker(ROLE, asked, north)).not.toThrow();
    for (const each of [changed, other]) {
      expect(() => requireAsker(ROLE, asked, each)).toThrow(expect.objectContaining({ code: 'NOT_THE_ASKER' }));
    }
    expect(() => requireSamePerson(ROLE, id, other)).toThrow(expect.objectContaining({ code: 'NOT_THE_ASKER' }));
    expect(() => requireSamePerson(null, id, other)).not.toThrow();
  });
});

describe('the setting asker', () => {
  it.each([
    { mode: 'role', claims: {}, roles: ['a'] },
    { mode: 'role', claims: { role: 'r' } },
    { mode: 'role', claims: { role: 'r' }, roles: ['None'] },
    { mode: 'role', claims: { role: 'r', more: 's' }, roles: ['a'] },
    { mode: 'variables', roles: ['a'] },
    { mode: 'variables', claims: { person: 'sub' } },
    { mode: 'variables', claims: { "x', 'y": 'sub' } },
    { mode: 'other' },
  ])('is refused as %j', (given) => {
    expect(settingsPatchSchema.safeParse({ asker: given }).success).toBe(false);
  });
});
