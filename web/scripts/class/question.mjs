// A question as a presenter's page sends it: any other value is refused with its wrong member.

/**
 * @typedef {{id: string, label: string}} Choice
 * @typedef {{id: string, words: string, choices: Choice[], free: boolean, steps: string[], shown:
 * number[]}} Question
 */

const MOST = { id: 200, words: 2000, choice: 400, choices: 40, steps: 20 };

/** @param {unknown} value @param {number} most */
const isText = (value, most) => typeof value === 'string' && value !== '' && value.length <= most;

/** @param {unknown} value @returns {value is Record<string, unknown>} */
export const isObject = (value) =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @param {unknown} value @returns {value is Choice} */
const isChoice = (value) =>
  isObject(value) && isText(value.id, MOST.choice) && isText(value.label, MOST.choice);

/**
 * True if it names so many places, each once.
 * @param {unknown} value
 * @param {number} count
 * @returns {value is number[]}
 */
const isOrder = (value, count) =>
  Array.isArray(value) &&
  value.length === count &&
  new Set(value).size === count &&
  value.every((place) => Number.isInteger(place) && place >= 0 && place < count);

/** @param {unknown} value @returns {{question: Question} | {problem: string}} */
export function readQuestion(value) {
  if (!isObject(value)) return { problem: 'a question is an object' };
  const { id, words, choices, free, steps, shown } = value;
  if (!isText(id, MOST.id)) return { problem: 'id' };
  if (!isText(words, MOST.words)) return { problem: 'words' };
  if (!Array.isArray(choices) || choices.length > MOST.choices || !choices.every(isChoice))
    return { problem: 'choices' };
  if (typeof free !== 'boolean') return { problem: 'free' };
  if (!Array.isArray(steps) || steps.length > MOST.steps) return { problem: 'steps' };
  if (!steps.every((each) => isText(each, MOST.choice))) return { problem: 'steps' };
  if (!isOrder(shown, steps.length)) return { problem: 'shown' };
  const known = choices.map(({ id: each, label }) => ({ id: each, label }));
  return {
    question: {
      id: String(id),
      words: String(words),
      choices: known,
      free,
      steps: steps.map(String),
      shown,
    },
  };
}

/** True if an answer belongs to a question. @param {Question} question @param {unknown} answer */
export function isAnswer({ choices, free, steps }, answer) {
  if (typeof answer !== 'string' || answer.length > MOST.choice) return false;
  if (choices.some(({ id }) => id === answer)) return true;
  if (free && /^-?\d{1,12}$/.test(answer)) return true;
  if (steps.length === 0) return false;
  const order = answer.split(',');
  const places = new Set(order);
  const whole = order.length === steps.length && places.size === steps.length;
  return whole && order.every((place) => /^\d{1,2}$/.test(place) && Number(place) < steps.length);
}
