import type { DemoScript, ScriptedSql, ScriptedTest } from '../questions/demo-script.js';

export class ScriptLookup {
  private readonly sqls = new Map<string, string>();
  private readonly tests = new Map<string, ScriptedTest>();

  constructor(readonly script: DemoScript) {
    for (const [name, scripted] of Object.entries(script.sqls)) {
      for (const text of [scripted.sql, ...(scripted.alike ?? [])]) if (text !== '') this.sqls.set(essence(text), name);
    }
    for (const test of script.tests) for (const wording of test.wordings) this.tests.set(plain(wording), test);
  }

  nameOf(sql: string): string | null {
    return this.sqls.get(essence(sql)) ?? null;
  }

  sql(name: string): ScriptedSql {
    const scripted = this.script.sqls[name];
    if (scripted === undefined) throw new Error(`${this.script.id} has no SQL named ${name}`);
    return scripted;
  }

  /** Of `name` or `name#n`. */
  textOf(answer: string): string {
    const [name = '', variant] = answer.split('#');
    const scripted = this.sql(name);
    const text = variant === undefined ? scripted.sql : scripted.alike?.[Number(variant) - 1];
    if (text === undefined) throw new Error(`${this.script.id} has no ${answer}`);
    return text;
  }

  test(statement: string): ScriptedTest | null {
    return this.tests.get(plain(statement)) ?? null;
  }
}

/** Ignores comments, case, white space and the final semicolon. */
export function essence(sql: string): string {
  return sql
    .replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, ' ')
    .toLowerCase()
    .replace(/\s+/g, '')
    .replace(/;$/, '');
}

function plain(statement: string): string {
  return statement
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/[.\s]+$/, '');
}
