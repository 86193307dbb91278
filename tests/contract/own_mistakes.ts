/**
 * A mistake that a good programmer makes, put into the solution of an assignment or into an example
 * that keeps its promise: what is replaced by what. The kinds are those of studies of bugs in
 * persistent-memory programs.
 */
export interface Mistake {
  readonly of: string;
  readonly kind: string;
  readonly from: string;
  readonly to: string;
}

const m = (of: string, kind: string, from: string, to: string): Mistake => ({ of, kind, from, to });

export const mistakes: readonly Mistake[] = [
  // A store is never written back.
  m('one-word', 'missing write-back', '  write_back [place]\n', ''),
  m('two-words', 'missing write-back', '  write_back log[n]\n', ''),
  m('two-words', 'missing write-back', '    write_back [log[i].at]\n', ''),
  m('list', 'missing write-back', '  write_back log[i]\n', ''),
  m('list', 'missing write-back', '  [at] = new\n  write_back [at]\n', '  [at] = new\n'),
  m('ring', 'missing write-back', '  write_back entry[i]\n', ''),
  m('redo', 'missing write-back', '    write_back [log[i].at]\n', ''),
  // A write-back that nothing waits for.
  m('one-word', 'missing fence', '  fence\n', ''),
  m('two-words', 'missing fence', 'on commit\n  fence\n', 'on commit\n'),
  m('two-words', 'missing fence', '  end\n  fence\n  count = 0\n', '  end\n  count = 0\n'),
  m('list', 'missing fence', '  write_back log[i]\n  fence\n', '  write_back log[i]\n'),
  m('list', 'missing fence', 'on commit\n  fence\n', 'on commit\n'),
  m('redo', 'missing fence', 'on commit\n  fence\n', 'on commit\n'),
  m('ring', 'missing fence', '  write_back entry[i]\n  fence\n', '  write_back entry[i]\n'),
  // Written back before it is stored.
  m(
    'list',
    'write-back before the store',
    '  [at] = new\n  write_back [at]\n',
    '  write_back [at]\n  [at] = new\n',
  ),
  m(
    'one-word',
    'write-back before the store',
    '  [place] = value\n  write_back [place]\n',
    '  write_back [place]\n  [place] = value\n',
  ),
  // The fence is at a place where it has no effect.
  m(
    'list',
    'fence in the wrong place',
    '  write_back log[i]\n  fence\n  count = i + 1\n',
    '  fence\n  write_back log[i]\n  count = i + 1\n',
  ),
  m(
    'one-word',
    'fence in the wrong place',
    '  write_back [place]\n  fence\n',
    '  fence\n  write_back [place]\n',
  ),
  // The word is changed before what undoes it is durable.
  m(
    'list',
    'change before its record',
    'on update(at, old, new)\n',
    'on update(at, old, new)\n  [at] = new\n  write_back [at]\n',
  ),
  // The word that validates others is stored before them, or lies elsewhere.
  m(
    'ring',
    'flag before data in its line',
    '  entry[i].at = at\n  entry[i].old = old\n  entry[i].number = next\n',
    '  entry[i].number = next\n  entry[i].at = at\n  entry[i].old = old\n',
  ),
  m(
    'ring',
    'flag and data in two lines',
    'nvm entry[8] { at, old, number } as ring(done)\n',
    'nvm entry[8] { at, a, b, c, d, e, f, g, old, number } as ring(done)\n',
  ),
  m('list', 'count before its record', '  count = i + 1\n', '  count = i + 2\n'),
  // The tail is stale, or is trusted too long.
  m('ring', 'stale tail', '  done = last\n  write_back done\n', '  write_back done\n'),
  m('list', 'log not emptied', 'on commit\n  fence\n  count = 0\n', 'on commit\n  fence\n'),
  m('redo', 'log not emptied by a rollback', 'on abort\n  open = 0\n', 'on abort\n  count = n\n'),
  m('ring', 'old entries count again', '    last = last + 1\n', '    last = last + 2\n'),
  // Undo.
  m(
    'undo-order',
    'undo from old to new',
    '    i = i - 1\n    [log[i].at] = log[i].old\n',
    '    i = i - 1\n    [log[count - 1 - i].at] = log[count - 1 - i].old\n',
  ),
  m(
    'list',
    'undo writes the wrong slot',
    '[log[i].at] = log[i].old\n',
    '[log[i].at] = log[0].old\n',
  ),
  m('list', 'first record is never undone', '  while i > 0\n', '  while i > 1\n'),
  m('list', 'no undo after a power cut', 'on recover\n  undo()\n', 'on recover\n'),
  m('list', 'no undo at a rollback', 'on abort\n  undo()\n', 'on abort\n'),
  // Recovery that a further power cut finds half done.
  m(
    'recovery-crashes',
    'log emptied before the undo is durable',
    '  end\n  fence\n  count = 0\n',
    '  end\n  count = 0\n',
  ),
  m(
    'redo',
    'recovery frees what it needs',
    'on recover\n  i = 0\n',
    'on recover\n  forget()\n  i = 0\n',
  ),
  m(
    'two-words',
    'recovery forgets the log',
    'on recover\n  apply()\n',
    'on recover\n  count = 0\n',
  ),
  // Blocks of a heap.
  m('example-heap-stack', 'linked before it is durable', '  write_back [e]\n  fence\n', ''),
  m('example-heap-stack', 'missing write-back', '  write_back [e]\n', ''),
  m('example-heap-stack', 'link never written', '  e.next = top\n', ''),
  m('example-heap-stack', 'null pointer', '  while e != 0\n', '  while 1\n'),
  m('example-heap-stack', 'freed twice', '    free e\n', '    free e\n    free e\n'),
  m(
    'example-heap-stack',
    'used after it was freed',
    '    after = e.next\n    free e\n',
    '    free e\n    after = e.next\n',
  ),
  m('example-heap-stack', 'leak', '    free e\n', ''),
  m('example-heap-stack', 'leak of all but one', '    e = after\n', '    e = 0\n'),
  m('example-heap-stack', 'root not written back', '  top = 0\n  write_back top\n', '  top = 0\n'),
  m('example-rewind-list', 'missing write-back', '  write_back [n]\n', ''),
  m(
    'example-rewind-list',
    'open operation forgotten',
    '    link(header.append, header.last)\n',
    '    nt header.append = 0\n    fence\n',
  ),
  m('example-rewind-list', 'removal not announced', '  nt header.remove = n\n  fence\n', ''),
  m('example-rewind-list', 'removal not done again', '    unlink(header.remove)\n', '    fence\n'),
  m(
    'example-rewind-list',
    'freed before it is unlinked',
    '  unlink(n)\n  free n\n',
    '  free n\n  unlink(n)\n',
  ),
  m('example-rewind-list', 'end removed first', '        end_of = n\n', '        remove(n)\n'),
  m('example-rewind-list', 'stale tail', '  nt header.tail = n\n  fence\n', ''),
];
