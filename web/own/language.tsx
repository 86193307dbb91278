import { Prose } from '../ui/prose';
import { useOwnWords } from './words/use_own_words';

/** Every form of the language, with its meaning. */
const FORMS = [
  ['nvm', 'nvm count, tail'],
  ['array', 'nvm slot[8] { at, old }'],
  ['drawn', 'nvm slot[8] { at, old } as ring(head, tail)'],
  ['dram', 'dram n = 0'],
  ['heap', 'heap node[8] { next -> node, at }'],
  ['pointer', 'nvm head -> node'],
  ['constant', 'const SIZE = 8'],
  ['store', 'count = n + 1'],
  ['nt', 'nt count = 1'],
  ['back', 'write_back slot[i]'],
  ['fence', 'fence'],
  ['defer', 'defer [at] = new'],
  ['flow', 'if n == 0 … else … end'],
  ['proc', 'proc undo(first) … end'],
  ['address', '&slot[i].old'],
  ['block', 'n = alloc node … n.next … free n'],
  ['latch', 'acquire m … release m'],
  ['check', 'assert n <= 8'],
] as const;

const HANDLERS = [
  ['log', 'on log(at, old, new)'],
  ['update', 'on update(at, old, new)'],
  ['commit', 'on commit'],
  ['abort', 'on abort'],
  ['recover', 'on recover'],
  ['open', 'on format, on open'],
  ['others', 'on begin, on reserve(updates), on checkpoint'],
] as const;

/** A summary of the language on half a page. */
export function Language() {
  const w = useOwnWords();
  const list = (
    entries: readonly (readonly [(typeof FORMS | typeof HANDLERS)[number][0], string])[],
  ) => (
    <dl>
      {entries.map(([key, code]) => (
        <div key={key}>
          <dt className="mono">{code}</dt>
          <dd>
            <Prose text={w(`says.${key}`)} />
          </dd>
        </div>
      ))}
    </dl>
  );
  return (
    <details className="own-language">
      <summary>{w('language')}</summary>
      {list(FORMS)}
      <p className="heading">{w('handlers')}</p>
      {list(HANDLERS)}
    </details>
  );
}
