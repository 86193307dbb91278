import { expect, test } from 'vitest';
import {
  handsOf,
  MOST_HANDS,
  readTally,
  readToScreen,
  readToSpeaker,
} from '../../../web/present/messages';

const state = {
  kind: 'state',
  language: 'en',
  title: { en: 'A lecture' },
  marks: [{ index: 0, name: { en: 'One' }, say: { en: 'One thing.' }, asks: false }],
  place: 0,
  next: 'mark',
  tally: {},
  handsShown: false,
  black: false,
  pointer: false,
  visits: [{ place: 0, since: 1 }],
};

test('is only what is known passed on to the screen?', () => {
  expect(readToScreen({ kind: 'press', key: 'next' })).toEqual({ kind: 'press', key: 'next' });
  expect(readToScreen({ kind: 'press', key: 'format' })).toBeUndefined();
  expect(readToScreen({ kind: 'point', x: 0.5, y: 2 })).toBeUndefined();
  expect(readToScreen({ kind: 'go', place: Number.NaN })).toBeUndefined();
  expect(readToScreen('hello')).toBeUndefined();
  expect(readToScreen(null)).toBeUndefined();
  expect(readToScreen({ kind: 'tally', mark: 1, tally: { never: 3, odd: 'x' } })).toEqual({
    kind: 'tally',
    mark: 1,
    tally: { never: 3 },
  });
});

test('is a state of another release passed over where it cannot be shown?', () => {
  expect(readToSpeaker(state)).toEqual(state);
  expect(readToSpeaker({ ...state, marks: [{ index: 0 }] })).toBeUndefined();
  expect(readToSpeaker({ ...state, visits: undefined })).toBeUndefined();
  expect(readToSpeaker({ ...state, question: { mark: 1, words: 'Q?' } })).toBeUndefined();
  expect(readToSpeaker({ ...state, next: 'format' })).toBeUndefined();
  expect(readToSpeaker({ ...state, tally: { never: 'x' } })).toBeUndefined();
  expect(readToSpeaker({ ...state, title: { en: 4 } })).toBeUndefined();
  const question = { mark: 1, words: 'Q?', choices: [], free: false, open: true };
  expect(readToSpeaker({ ...state, question })).toEqual({ ...state, question });
  expect(readToSpeaker({ ...state, question: { ...question, open: 1 } })).toBeUndefined();
  expect(readToSpeaker({ kind: 'picture', html: 4 })).toBeUndefined();
});

test('do counted hands stay within what a hall may hold?', () => {
  expect(handsOf(-1)).toBe(0);
  expect(handsOf(1e9)).toBe(MOST_HANDS);
  expect(readTally({ always: 2.4, never: -3, odd: Number.POSITIVE_INFINITY })).toEqual({
    always: 2,
    never: 0,
  });
});
