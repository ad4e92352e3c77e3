import { describe, expect, it } from '@jest/globals';
import type { Relation } from './relation.js';
import { mayMean, parseRelationName } from './relation-name.js';
import { RelationRegister } from './relation-register.js';
import { findUnsafeRelations, type Guard } from './unsafe-relations.js';

const relation = (name: string, more: Partial<Relation> = {}): Relation => ({
  schema: 'public',
  name,
  kind: 'table',
  definition: null,
  wrapper: null,
  ...more,
});

const view = (name: string, definition: string | null): Relation => relation(name, { kind: 'view', definition });

/** Refuses "evil"; names words after "from". */
const guard: Guard = async (sql) =>
  sql.includes('evil')
    ? { allowed: false, rule: 'function', message: 'evil() is refused' }
    : { allowed: true, tables: [...sql.matchAll(/from (\S+)/g)].map(([, name]) => name ?? '') };

const namesOf = async (relations: Relation[], definitionsPublic = true): Promise<string[]> =>
  [...(await findUnsafeRelations({ relations, catalog: null }, guard, { definitionsPublic }, () => 0)).keys()].map(
    ({ name }) => name,
  );

describe('unsafe relations', () => {
  it('are views that the guard refuses, and every view above them', async () => {
    const relations = [
      relation('orders'),
      view('top', 'select 1 from middle'),
      view('middle', 'select 1 from public.bottom'),
      view('bottom', 'select evil() from orders'),
      view('good', 'select 1 from orders'),
    ];
    expect((await namesOf(relations)).sort()).toEqual(['bottom', 'middle', 'top']);
  });

  it('are views whose definition is hidden, where definitions can be hidden', async () => {
    expect(await namesOf([view('hidden', null)], false)).toEqual(['hidden']);
    expect(await namesOf([view('stored', null)], true)).toEqual([]);
  });

  it('are foreign tables behind anything but another database', async () => {
    const relations = [
      relation('program', { kind: 'foreign', wrapper: 'file_fdw' }),
      relation('elsewhere', { kind: 'foreign', wrapper: 'postgres_fdw' }),
      relation('partitioned', { wrapper: 'postgres_fdw,file_fdw' }),
    ];
    expect(await namesOf(relations)).toEqual(['program', 'partitioned']);
  });

  it('are found in a chain of 20,000 views, while other events are handled', async () => {
    const links = Array.from({ length: 20_000 }, (_, at) => view(`v${at}`, `select 1 from v${at + 1}`));
    const chain = [...links, view('v20000', 'select evil()')];
    let [time, handled, isDone] = [0, 0, false];
    const other = (): void => {
      handled += 1;
      if (!isDone) setImmediate(other);
    };
    setImmediate(other);
    const unsafe = await findUnsafeRelations(
      { relations: chain, catalog: null },
      guard,
      { definitionsPublic: true },
      () => (time += 1),
    );
    isDone = true;
    expect(unsafe.size).toBe(chain.length);
    expect(unsafe.get(chain[0] as Relation)?.message).toBe('it reads public.v20000: evil() is refused');
    // Every eleventh of two passes.
    expect(handled).toBeGreaterThan(3000);
  });

  it('do not end in a circle of views', async () => {
    expect(await namesOf([view('a', 'select 1 from b'), view('b', 'select 1 from a'), view('c', 'evil')])).toEqual([
      'c',
    ]);
  });
});

describe('names of relations', () => {
  it.each([
    ['orders', null, 'orders'],
    ['sales.orders', 'sales', 'orders'],
    ['"My.Schema"."a ""b"""', 'My.Schema', 'a "b"'],
    ['`shop`.`or``ders`', 'shop', 'or`ders'],
    ['db.dbo.[Order ]]Details]', 'dbo', 'Order ]Details'],
  ])('%s', (written, schema, name) => {
    expect(parseRelationName(written)).toMatchObject({ schema, name });
  });

  it('mean a relation unless they cannot', () => {
    expect(mayMean(parseRelationName('ORDERS'), relation('orders'))).toBe(true);
    expect(mayMean(parseRelationName('Public.Orders'), relation('orders'))).toBe(true);
    expect(mayMean(parseRelationName('other.orders'), relation('orders'))).toBe(false);
    expect(mayMean(parseRelationName('order'), relation('orders'))).toBe(false);
    expect(mayMean(parseRelationName('public.a.b'), relation('a.b'))).toBe(true);
    expect(mayMean(parseRelationName('a.b'), relation('A.B'))).toBe(true);
    expect(mayMean(parseRelationName('a.c'), relation('a.b'))).toBe(false);
  });
});

describe('the register of relations', () => {
  const never = (): AbortSignal => new AbortController().signal;

  function fixture(): {
    register: RelationRegister;
    reads: () => number;
    guards: () => number;
    pass: (ms: number) => void;
    add: (made: Relation) => void;
  } {
    let now = 0;
    let reads = 0;
    let guards = 0;
    const relations = [relation('orders'), view('bad', 'select evil() from orders')];
    const register = new RelationRegister(
      async () => {
        reads += 1;
        return { relations: [...relations], catalog: null };
      },
      {
        guard: (sql, functions) => {
          guards += 1;
          return guard(sql, functions);
        },
        definitionsPublic: true,
        now: () => now,
      },
    );
    return {
      register,
      reads: () => reads,
      guards: () => guards,
      pass: (ms) => (now += ms),
      add: (made) => relations.push(made),
    };
  }

  it('reads once for many who ask, and again when it has become old', async () => {
    const { register, reads, guards, pass } = fixture();
    await Promise.all(Array.from({ length: 10 }, () => register.refusal(['orders'], never())));
    expect(reads()).toBe(1);
    pass(61_000);
    expect(await register.refusal(['bad'], never())).toMatchObject({ relation: 'public.bad', rule: 'function' });
    expect([reads(), guards()]).toEqual([2, 1]);
  });

  it('notices a view that was made after it had read', async () => {
    const { register, pass, add } = fixture();
    await register.refusal(['orders'], never());
    add(view('new', 'evil'));
    pass(6000);
    expect(await register.refusal(['new'], never())).toMatchObject({ rule: 'function' });
  });

  it('finds a relation by what it is called, exactly first', async () => {
    const { register, add } = fixture();
    add(relation('Orders'));
    expect(await register.find('Orders', never())).toMatchObject({ name: 'Orders' });
    expect(await register.find('ORDERS', never())).toMatchObject({ name: 'orders' });
    expect(await register.find('orders where 1=1', never())).toBeNull();
  });
});
