import { z } from 'zod';

const type = z.enum(['temporal', 'nominal', 'quantitative']);
const channel = z.object({
  /** A key of the values, not a column name, which may contain anything. */
  field: z.string(),
  type,
  title: z.string(),
  /** Null keeps the order of the values. */
  sort: z.null().optional(),
  scale: z.object({ type: z.literal('utc') }).optional(),
});

/**
 * A chart in a small subset of Vega-Lite 6. Line: x is a time; bar: y is nominal, x is its number; point: two numbers.
 */
export const chartSchema = z.object({
  mark: z.enum(['line', 'bar', 'point']),
  data: z.object({ values: z.array(z.record(z.string(), z.union([z.string(), z.number(), z.null()]))) }),
  encoding: z.object({
    x: channel,
    y: channel,
    color: channel.optional().describe('One line, or one bar of each group, for each of its values.'),
  }),
});
export type ChartSpec = z.infer<typeof chartSchema>;
export type ChartMark = ChartSpec['mark'];
