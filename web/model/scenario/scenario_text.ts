import type { Description, Scenario } from '../../engine/protocol';
import { parsedJson } from '../values/json_text';
import { presentMachine } from './present_day';

/** The text of a scenario as it is saved and shown: short lists on one line. */
export const scenarioText = (scenario: Scenario): string => valueText(scenario);

const valueText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** No file that the engine accepts nests deeper: base/json/json_value.cc. */
const MOST_NESTED = 64;

/**
 * Whether a text nests deeper than the engine takes. What walks through such a value may run out of
 * stack.
 */
export function nestsTooDeeply(text: string): boolean {
  let depth = 0;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/g)) {
    if (token === '[' || token === '{') depth++;
    else if (token === ']' || token === '}') depth--;
    if (depth > MOST_NESTED + 1) return true;
  }
  return false;
}

/**
 * The text as a file is saved; what is no JSON, or nests too deeply, as it is: the engine says what
 * is wrong, and where.
 */
export function savedText(text: string): string {
  if (nestsTooDeeply(text)) return text;
  try {
    return valueText(parsedJson(text));
  } catch {
    return text;
  }
}

/**
 * A text that the engine has accepted, which checks a file by its own tables. Throws what is no
 * JSON.
 */
export function readScenario(text: string): Scenario {
  const value = parsedJson(text);
  if (Object(value).kind !== 'scenario') throw new TypeError('this text is no scenario');
  return value as Scenario;
}

/**
 * A scenario to start from: the first scheme that the engine has, a present-day server, two short
 * threads.
 */
export function newScenario(description: Description): Scenario {
  return {
    format: 1,
    id: 'own',
    kind: 'scenario',
    title: { en: 'My scenario', zh: '我的场景' },
    machine: { id: presentMachine(description) },
    scheme: { id: description.schemes[0]?.id ?? '' },
    deadlock: 'detect',
    seed: 1,
    records: { A: 100, B: 20, C: 5 },
    threads: [
      ['begin T1', 'A := 50', 'B := B + 50', 'commit'],
      ['begin T2', 'C := 9', 'A := A + 1', 'commit'],
    ],
  };
}
