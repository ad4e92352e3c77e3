import { type AnswerContractName } from '@assay/contracts';
import { responseContract } from './contract-schema.js';
import { SQL_LABEL } from './fill-in.js';
import { propertyNames, propertySchema } from '../json-schema.js';

export interface WordedAnswer {
  value: Record<string, unknown>;
  parser: string;
}

/**
 * Reads an answer without JSON: fenced or terminated SQL, `name: value` lines, `1: OK` lines. Null if ambiguous or
 * possibly truncated.
 */
export function answerAsText(name: AnswerContractName, text: string, isComplete: boolean): WordedAnswer | null {
  switch (name) {
    case 'sql_candidate':
      return candidateIn(text, isComplete);
    case 'choice':
      return choiceIn(text);
    case 'verdicts':
      return verdictsIn(text);
    default:
      return null;
  }
}

const SQL_FENCE = /^[ \t]*(`{3,}|~{3,})[ \t]*(\w*)[^\n]*\n([\s\S]*?)\n[ \t]*\1[ \t]*$/gim;
const SQL_TAG = /^(?:\w*sql\w*|postgres|sqlite|oracle)$/i;
const CLOSING_FENCE = /\s*\n[ \t]*(?:`{3,}|~{3,})[ \t]*$/;
const STATEMENT = /^[ \t]*((?:SELECT|WITH)\b[\s\S]*?;)[ \t]*$/gim;

function candidateIn(text: string, isComplete: boolean): WordedAnswer | null {
  const fences = [...text.matchAll(SQL_FENCE)].filter(
    ([, , tag = '', body = '']) => SQL_TAG.test(tag) || (tag === '' && /^\s*(?:SELECT|WITH)\b/i.test(body)),
  );
  const [fence] = fences;
  if (fence !== undefined) {
    if (fences.length > 1) return null;
    const reasoning = text.slice(0, fence.index).trim();
    return { value: { reasoning, sql: (fence[3] ?? '').trim() }, parser: 'sql-fence' };
  }
  const labelled = labelledFields('sql_candidate', text);
  if (labelled.sql !== undefined) {
    const sql = labelled.sql.replace(CLOSING_FENCE, '');
    // Proof of completeness: semicolon, following field or fence.
    const isWhole = isComplete || sql.endsWith(';') || sql !== labelled.sql || Object.keys(labelled).at(-1) !== 'sql';
    return isWhole ? { value: { ...labelled, sql }, parser: 'labels' } : null;
  }
  const statements = [...text.matchAll(STATEMENT)];
  const [statement] = statements;
  if (statement?.[1] === undefined || statements.length > 1) return null;
  return { value: { reasoning: text.slice(0, statement.index).trim(), sql: statement[1] }, parser: 'statement' };
}

function choiceIn(text: string): WordedAnswer | null {
  const { winner, confidence, ...rest } = labelledFields('choice', text);
  if (winner === undefined || confidence === undefined) return null;
  const number = /\d[\d.,]*\s*%?/.exec(confidence)?.[0] ?? confidence;
  return { value: { ...rest, winner, confidence: number.replace(/[.,]$/, '') }, parser: 'labels' };
}

function labelledFields(name: AnswerContractName, text: string): Record<string, string> {
  const { schema } = responseContract(name);
  const names = propertyNames(schema).filter((field) => propertySchema(schema, field)?.type !== 'array');
  const written = names.map((field) => (field === 'sql' ? SQL_LABEL : field)).join('|');
  const label = new RegExp(`^[ \\t>*_#-]{0,20}(${written})[ \\t*_]{0,20}[:=][ \\t*_]{0,20}`, 'gim');
  const labels = [...text.matchAll(label)];
  return Object.fromEntries(
    labels.map((match, index) => {
      const value = text.slice(match.index + match[0].length, labels[index + 1]?.index).trim();
      // YAML block marks and quotes around a text.
      const inner = value.replace(/^[|>][-+]?[ \t]*\n/, '').replace(/^(["'`])([\s\S]*)\1$/, '$2');
      const field = match[1]?.toLowerCase() ?? '';
      return [field.startsWith('sql') ? 'sql' : field, inner.trim()];
    }),
  );
}

const VERDICT_LINE =
  /^[ \t>*_#-]{0,20}(?:test[ \t]*)?#?(\d{1,4})[ \t]*[.:)=-][ \t*_]{0,10}(OK|KO|PASS|FAIL)\b[ \t*_]{0,10}(.*)$/gim;

function verdictsIn(text: string): WordedAnswer | null {
  const lines = [...text.matchAll(VERDICT_LINE)];
  const verdicts = lines.map(([, test, verdict, rest = '']) => ({
    test,
    verdict,
    reason: rest.replace(/^[\s:,–—-]+/, '').trim(),
  }));
  return verdicts.length === 0 ? null : { value: { reasoning: '', verdicts }, parser: 'labels' };
}
