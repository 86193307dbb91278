import { expect, it } from 'vitest';
import { keyOf } from '../../../web/ui/hooks/key_of';

it.each([
  ['English', 'c', 'KeyC', false, 'c'],
  ['English with Shift', 'C', 'KeyC', true, 'c'],
  ['English', '?', 'Slash', true, '?'],
  ['English', '!', 'Digit1', true, '!'],
  ['English', 'ArrowRight', 'ArrowRight', false, 'ArrowRight'],
  ['English', ' ', 'Space', false, ' '],
  ['English', '3', 'Numpad3', false, '3'],
  ['French', '&', 'Digit1', false, '1'],
  ['French', 'é', 'Digit2', false, '2'],
  ['French with Shift', '1', 'Digit1', true, '1'],
  ['French, whose M is elsewhere', 'm', 'Semicolon', false, 'm'],
  ['French, where M is a comma', ',', 'KeyM', false, ','],
  ['French', 'a', 'KeyQ', false, 'a'],
  ['Dvorak', 'c', 'KeyI', false, 'c'],
  ['German', '?', 'Minus', true, '?'],
  ['Russian', 'с', 'KeyC', false, 'c'],
  ['Russian with Shift', 'С', 'KeyC', true, 'c'],
  ['Russian', '?', 'Digit7', true, '?'],
  ['Greek', 'ψ', 'KeyC', false, 'c'],
  ['Hebrew', 'מ', 'KeyN', false, 'n'],
  ['Arabic, two letters on one key', 'لا', 'KeyB', false, 'b'],
  ['Chinese, composing', 'Process', 'KeyM', false, 'm'],
  ['Chinese, composing', 'Process', 'Digit4', false, '4'],
  ['any', 'Escape', 'Escape', false, 'Escape'],
  ['any, remapped', 'Escape', 'KeyQ', false, 'Escape'],
])('%s: %s at %s is meant as it should be', (_keyboard, key, code, shiftKey, meant) => {
  expect(keyOf({ key, code, shiftKey })).toBe(meant);
});
