import { DOTTED } from '../../retry/wrong-name-pattern.js';
import type { DialectErrors } from '../sql-dialect.js';
import { SQLSTATES } from './sqlstates.js';

export const errors: DialectErrors = {
  schema: /^(?:42P01|42703|42702|42P09|42P02|42704|42712|3F000|3D000)$/,
  syntax: /^(?:42601|42602|42622|42611|42939)$/,
  categoriesByText: null,
  topics: {
    column: /^42703$/,
    table: /^(?:42P01|3F000)$/,
    ambiguous: /^(?:42702|42P09|42712)$/,
    function: /^42883$/,
    'group-by': /^(?:42803|42P20)$/,
    types: /^(?:42804|42846|22P02|22P03|22007|22008|22003|42P18|42725)$/,
    division: /^22012$/,
    'single-value': /^21000$/,
    timeout: /^57014$/,
    permission: /^42501$/,
  },
  wrongNames: [
    [new RegExp(`column (?:reference )?${DOTTED} (?:does not exist|is ambiguous)`, 'iu'), 'column'],
    [new RegExp(`missing FROM-clause entry for table ${DOTTED}`, 'iu'), 'table'],
    [new RegExp(`invalid reference to FROM-clause entry for table ${DOTTED}`, 'iu'), 'table'],
    [new RegExp(`relation ${DOTTED} does not exist`, 'iu'), 'table'],
  ],
  examples: {
    types: "CAST(text_column AS numeric) > 5, or text_column::date >= DATE '2024-01-31'",
    function: "EXTRACT(YEAR FROM d), date_trunc('month', d), round(CAST(x AS numeric), 2)",
  },
  meanings: SQLSTATES,
  harmless: [],
  // Data errors have no position.
  parsing: /^42/,
};
