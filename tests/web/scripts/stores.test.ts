import { expect, it } from 'vitest';
import { actionNames, drawnStores } from '../../../web/scripts/numbers/drawn_stores.mjs';
import { lateAnswers, outsideSets, Source } from '../../../web/scripts/numbers/typescript.mjs';

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

it('finds the fields of a store that are set from outside of it', () => {
  const sets = (path: string, text: string) => outsideSets(new Source(path, text));
  const set = 'stage.setState({ at: 1 });';
  expect(sets('web/ui/view.tsx', set)).toEqual(['web/ui/view.tsx:1']);
  expect(sets('web/store/page/moves.ts', set)).toEqual(['web/store/page/moves.ts:1']);
  expect(sets('web/store/stage/moves.ts', set)).toEqual([]);
  expect(sets('web/race/store/moves.ts', 'store.setState({ at: 1 });')).toEqual([]);
});

it('finds the effects that show an answer although they have run again meanwhile', () => {
  const late = (body: string, on: string) =>
    lateAnswers(new Source('a.tsx', `useEffect(() => { ${body} }, ${on});`));
  expect(late('void find(base).then(setFound);', '[base]')).toEqual(['a.tsx:1']);
  expect(late('find(base).then((it) => it && setFound(it));', '[base]')).toEqual(['a.tsx:1']);
  expect(late('return askOnce(() => find(base).then(parse), setFound);', '[base]')).toEqual([]);
  // Nothing changes that it asks for.
  expect(late('void list().then(setFound);', '[]')).toEqual([]);
});
