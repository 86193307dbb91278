// Which tests are asked about a fault, and in which order.

/** @typedef {{program: string, name: string, ms: number, reached: ReadonlySet<number>}} Test */
/** @typedef {{program: string, names: string[], ms: number}} Batch tests that are run at once */

/** What the listener has written down. @param {string} program @param {string} text
 * @returns {Test[]} */
export const testsOf = (program, text) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [name = '', ms, numbers = ''] = line.split('\t');
      const reached = new Set(numbers.split(',').filter(Boolean).map(Number));
      return { program, name, ms: Number(ms), reached };
    });

/** Those that come to a fault; first those that noticed most others for their time.
 * @param {readonly Test[]} tests @param {number} number
 * @param {ReadonlyMap<string, number>} noticed by each test so far */
export function inOrder(tests, number, noticed) {
  /** @param {Test} test */
  const worth = ({ name, ms }) => ((noticed.get(name) ?? 0) + 0.1) / (ms + 5);
  return tests.filter(({ reached }) => reached.has(number)).sort((a, b) => worth(b) - worth(a));
}

/** The quickest of those that come to a fault, as many as there is time for.
 * @param {readonly Test[]} tests @param {number} number @param {number} most in ms */
export function within(tests, number, most) {
  let ms = 0;
  return inOrder(tests, number, new Map()).filter((test) => {
    ms += test.ms + 1;
    return ms <= most;
  });
}

/** Runs of the programs, each of twice as long as the one before: a fault that many tests notice
 * takes one short run. @param {readonly Test[]} tests in the order to ask them
 * @param {number} [first] how long the first takes, in ms @returns {Batch[]} */
export function batches(tests, first = 200) {
  /** @type {Batch[]} */
  const all = [];
  let most = first;
  for (let at = 0; at < tests.length; most *= 2) {
    let ms = 0;
    /** @type {Map<string, Batch>} */
    const run = new Map();
    for (; at < tests.length && (ms === 0 || ms < most); ++at) {
      const { program, name, ms: takes } = /** @type {Test} */ (tests[at]);
      const batch = run.get(program) ?? { program, names: [], ms: 0 };
      batch.names.push(name);
      batch.ms += takes;
      ms += takes + 1;
      run.set(program, batch);
    }
    all.push(...run.values());
  }
  return all;
}
