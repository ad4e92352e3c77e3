/** Parses JSON from stdin in a separate process. No imports of ours, so it also runs from source. */

/** Limits the time of the second parse, in the main process. */
const MOST_VALUES = 100_000;

/** Whether the main process may parse the text. */
function isFit(text: string): boolean {
  let values = 0;
  try {
    JSON.parse(text, (_key, value: unknown) => {
      values += 1;
      if (values > MOST_VALUES) throw new RangeError(`more than ${MOST_VALUES} values`);
      return value;
    });
    return true;
  } catch {
    return false;
  }
}

process.once('message', ({ input }: { input: string }) => process.send?.({ isFit: isFit(input) }));
