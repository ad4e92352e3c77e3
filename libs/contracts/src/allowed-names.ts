import { z } from 'zod';

const NAME = String.raw`[\p{L}_][\p{L}\p{N}_$#]{0,127}`;
const QUALIFIED = `${NAME}(?:\\.${NAME}){0,2}`;

/**
 * A name with or without schema (`net_price`, `sales.net_price`), `operator(sales.+)` or `cast(text as sales.email)`.
 */
const FUNCTION_NAME = new RegExp(
  `^(?:${QUALIFIED}|operator\\((?:${NAME}\\.)?[-+*/<>=~!@#%^&|\`?]{1,63}\\)|cast\\(${QUALIFIED} as ${QUALIFIED}\\))$`,
  'u',
);

const EXTENSION_NAME = /^[\p{L}_][\p{L}\p{N}_$-]{0,62}$/u;

export const functionNames = z
  .array(
    z
      .string()
      .regex(
        FUNCTION_NAME,
        'expected the name of a function, with or without its schema, or operator(…) or cast(… as …)',
      ),
  )
  .max(500)
  .default([]);

export const extensionNames = z
  .array(z.string().regex(EXTENSION_NAME, 'expected the name of an extension'))
  .max(100)
  .default([]);
