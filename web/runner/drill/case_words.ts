import { type DrillCase, letterOf, rightPlace } from '../../drill/model/drill_case';
import type { Text } from '../../engine/protocol';

/** A question with its script, its answers and their reasons; a star marks the right one. */
export function caseLines(each: DrillCase, language: keyof Text): readonly string[] {
  const { number, lecture, kind, system, mistakes, scenario, question, steps, options } = each;
  const records = Object.entries(scenario.records ?? {}).map(
    ([name, value]) => `${name} = ${value}`,
  );
  const broken = mistakes.map((mistake) => `, ${mistake[language]}`).join('');
  return [
    `${number}. ${lecture}, ${kind}: ${system[language]}${broken}`,
    `   ${records.join(', ')}`,
    ...(scenario.threads ?? []).map((thread) => `   | ${thread.join('; ')}`),
    `   ${question[language]}`,
    ...steps.map((step, n) => `     ${letterOf(n)}. ${step[language]}`),
    ...options.map(({ text, right, reason }, n) => {
      const sign = right ? '*' : ' ';
      return `   ${sign} ${letterOf(n).toUpperCase()}  ${text[language]}   ${reason[language]}`;
    }),
    '',
  ];
}

/** The key of a question, `7 C`: its number and the letter of its right answer. */
export const keyLine = (each: DrillCase): string =>
  `${each.number} ${letterOf(rightPlace(each)).toUpperCase()}`;
