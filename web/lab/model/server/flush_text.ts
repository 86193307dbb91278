import { type FioProblem, readFio } from './fio_text';
import type { FlushTime, FlushTimes } from './flush_time';
import { LONGEST_PASTED, type Reading, shownLine } from './reading';

// Reads the output of pg_test_fsync: how many writes of 8 kB a second each method of making them
// durable reaches.

export type FlushProblem = FioProblem | 'unknown' | 'too-long' | 'none-works' | 'unlikely';

/** The method that Linux uses if nothing else is set. */
const USUAL = 'fdatasync';
const ONE_WRITE = /one \d+\s*kB write/i;
const NEXT_PART = /^\s*(?:Compare|Test|Non-sync)/i;
const METHOD = /^\s*([a-z_]+)\s+(\d+(?:\.\d+)?) ops\/sec/;
const NOT_THERE = /^\s*[a-z_]+\s+n\/a/;

/** No device is faster than this, and none that is used is slower. */
const SHORTEST_NS = 200;
const LONGEST_NS = 1_000_000_000;

/** The lines that are about one write; all, where the text says nothing of parts. */
function oneWrite(lines: readonly string[]): readonly string[] {
  const from = lines.findIndex((line) => ONE_WRITE.test(line));
  if (from < 0) return lines;
  const rest = lines.slice(from + 1);
  const to = rest.findIndex((line) => NEXT_PART.test(line));
  return to < 0 ? rest : rest.slice(0, to);
}

function methodsOf(lines: readonly string[]): FlushTime[] {
  const found = new Map<string, FlushTime>();
  for (const line of lines) {
    const [, method, rate] = METHOD.exec(line) ?? [];
    if (method === undefined || found.has(method)) continue;
    found.set(method, { method, ns: Math.round(1e9 / Number(rate)), line: shownLine(line) });
  }
  return [...found.values()];
}

/**
 * The time of a flush that a text names: of pg_test_fsync, by the method that is asked for, or of
 * fio as JSON.
 */
export function readFlush(text: string, method = USUAL): Reading<FlushTimes, FlushProblem> {
  if (text.length > LONGEST_PASTED) return { problem: 'too-long' };
  if (text.includes('{')) return likely(readFio(text));
  const lines = text.split(/\r?\n/);
  const all = methodsOf(oneWrite(lines));
  const chosen =
    all.find((each) => each.method === method) ??
    all.find((each) => each.method === USUAL) ??
    all[0];
  if (chosen) return likely({ found: { chosen, all } });
  return { problem: lines.some((line) => NOT_THERE.test(line)) ? 'none-works' : 'unknown' };
}

function likely(reading: Reading<FlushTimes, FlushProblem>): Reading<FlushTimes, FlushProblem> {
  if ('problem' in reading) return reading;
  const { ns } = reading.found.chosen;
  return ns >= SHORTEST_NS && ns <= LONGEST_NS ? reading : { problem: 'unlikely' };
}
