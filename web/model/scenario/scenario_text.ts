import type { Description, Scenario } from '../../engine/protocol';
import { parsedJson } from '../values/json_text';
import { presentMachine } from './present_day';

/** The text of a scenario in the form in which it is saved and shown: short lists on one line. */
export const scenarioText = (scenario: Scenario): string => valueText(scenario);

const valueText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** The deepest nesting that the engine accepts: base/json/json_value.cc. */
const MOST_NESTED = 64;

/**
 * True if a text nests more deeply than the engine accepts. Code that walks through such a value
 * may run out of stack.
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
 * The text in the form of a saved file; a text that is no JSON, or nests too deeply, stays as it
 * is: the engine reports the problem and its place.
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
 * Reads a text that the engine has accepted after checking it by its own tables. Throws for a text
 * that is no JSON.
 */
export function readScenario(text: string): Scenario {
  const value = parsedJson(text);
  if (Object(value).kind !== 'scenario') throw new TypeError('this text is no scenario');
  return value as Scenario;
}

/** A scenario to start from: the engine's first scheme, a present-day server, two short threads. */
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
