/** Parses the JSON that it is sent, in a separate process. From source it runs as it is: it imports none of ours. */

/** Most values of a large body: the main process parses them again. */
const MOST_VALUES = 100_000;

/** Whether a text is JSON that may be parsed where others wait. */
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
