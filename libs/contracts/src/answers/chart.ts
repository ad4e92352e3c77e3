import { z } from 'zod';

const type = z.enum(['temporal', 'nominal', 'quantitative']);
const channel = z.object({
  /** A key of the values; never a column's own name, which may hold anything. */
  field: z.string(),
  type,
  /** The column's name. */
  title: z.string(),
  /** Null: in the order of the values. */
  sort: z.null().optional(),
  /** Times are UTC. */
  scale: z.object({ type: z.literal('utc') }).optional(),
});

/**
 * A chart of a result: a small part of Vega-Lite 6 that its renderers, and simple ones, draw as it stands. Line: x is a
 * time; bar: y is nominal, x its number; point: two numbers.
 */
export const chartSchema = z.object({
  mark: z.enum(['line', 'bar', 'point']),
  data: z.object({ values: z.array(z.record(z.string(), z.union([z.string(), z.number(), z.null()]))) }),
  encoding: z.object({
    x: channel,
    y: channel,
    color: channel.optional().describe('One line for each of its values.'),
  }),
});
export type ChartSpec = z.infer<typeof chartSchema>;
export type ChartMark = ChartSpec['mark'];
