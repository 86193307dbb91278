/**
 * @file What tells a lecture's questions from those of another one, and of a copy that somebody has
 * changed.
 */
import type { Scenario } from '../../engine/protocol';

/**
 * Ten hexadecimal digits over the questions and everything that decides their answers: the system,
 * its script, power cuts, the place of each mark and its question. A change of narration, title or
 * notes leaves them as they are.
 */
export function questionsDigest(scenario: Scenario): string {
  const { title: _t, lecture: _l, marks = [], ...rest } = scenario;
  const { about: _a, facts: _f, ...run } = rest as Record<string, unknown>;
  const asked = marks.map(({ when, ask }) => [when, ask ?? null]);
  return hash(ordered([run, asked]));
}

/** The same value always gives the same text, in whatever order its members are. */
function ordered(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(ordered).join()}]`;
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${ordered(member)}`);
  return `{${members.join()}}`;
}

/** 40 bits of a text. */
function hash(text: string): string {
  let low = 0x41c6ce57;
  let high = 0xdeadbeef;
  for (let n = 0; n < text.length; n++) {
    const code = text.charCodeAt(n);
    high = Math.imul(high ^ code, 0x9e3779b1);
    low = Math.imul(low ^ code, 0x5f356495);
  }
  high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35);
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35);
  const digits = (value: number, count: number) =>
    (value >>> 0).toString(16).padStart(8, '0').slice(-count);
  return digits(high, 8) + digits(low, 2);
}
