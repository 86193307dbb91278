import { expect, it } from 'vitest';
import { actionNames, drawnStores } from '../../../web/scripts/numbers/drawn_stores.mjs';
import { Source } from '../../../web/scripts/numbers/typescript.mjs';

const state = new Source(
  'state.ts',
  'interface StageActions { goTo(at: number): void; run(): void }',
);
const actions = actionNames([state]);
const found = (text: string) => drawnStores(new Source('a.tsx', text), actions);

it.each([
  ['a component', 'function View() { return <p>{store.getState().at}</p>; }'],
  ['a hook', 'const usePlace = () => store.getState().at;'],
  ['what is computed once', 'function View() { return useMemo(() => f(store.getState()), []); }'],
  ['a field beside an action', 'function View() { const { goTo, at } = store.getState(); }'],
  ['an argument', 'function View() { return choices(store.getState(), 1); }'],
])('finds a store that is read while drawing: %s', (_where, text) => {
  expect(found(text)).toEqual(['a.tsx:1']);
});

it.each([
  ['a handler', 'function View() { return <p onClick={() => f(store.getState().at)} />; }'],
  ['an effect', 'function useIt() { useEffect(() => f(store.getState().at)); }'],
  [
    'an action',
    'function View() { const { goTo, run } = store.getState(); store.getState().run; }',
  ],
  ['a plain function', 'function move() { return store.getState().at; }'],
])('leaves %s alone', (_where, text) => {
  expect(found(text)).toEqual([]);
});
