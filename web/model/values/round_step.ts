/**
 * A step of 1, 2 or 5 times a power of ten, at least 1, of which about this many fill the span. It
 * equals d3-array's for such spans, without that library, which would come with every lecture.
 */
export function roundStep(span: number, count: number): number {
  const step = span / count;
  const power = 10 ** Math.floor(Math.log10(step));
  const over = step / power;
  const factor =
    over >= Math.sqrt(50) ? 10 : over >= Math.sqrt(10) ? 5 : over >= Math.SQRT2 ? 2 : 1;
  return power >= 1 ? factor * power : 1;
}

/** The number of these ascending numbers that are at most `value`. */
export function countUpTo(ascending: ArrayLike<number>, value: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? 0) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}
