import { beforeAll, describe, expect, it } from 'vitest';
import { Session } from '../../web/engine/instance/session';
import type { Frame, Item, Structure } from '../../web/engine/protocol';
import { durableFrame, isAbsent } from '../../web/model/frame/durable_frame';
import { describedScheme } from '../../web/model/trace/described_scheme';
import { scenarioOf } from '../../web/own/model/assignment';
import { bench } from '../../web/own/model/library';
import { loadEngine } from '../../web/runner/node_engine';

// The drawing of arrays that a program declares with a shape: in the engine's frames, and below the
// boundary on the page.

const story = {
  id: 's',
  title: { en: 's', zh: 's' },
  records: [{ name: 'A', value: 100 }],
  threads: [['begin T1', 'A := 50', 'commit']],
};

interface Shown {
  readonly frame: Frame;
  /** The declared structure, in the caches and on the device. */
  readonly now: Structure;
  readonly below: Structure;
}

let session: Session;
beforeAll(async () => {
  session = new Session(await loadEngine('explore'));
});

/** A program that does this at commit, and what is shown of a structure when the run has ended. */
function shown(declared: string, commit: readonly string[], name: string): Shown {
  const program = [declared, 'on commit', ...commit, 'end', ''].join('\n');
  const opened = session.open(JSON.stringify(scenarioOf(bench, program, story)));
  if (!opened.ok) throw new Error(JSON.stringify(opened));
  const frame = session.seek(opened.run.events.length);
  const find = ({ structures }: Frame): Structure => {
    const found = structures.find(({ id }) => id === `program-${name}`);
    if (!found) throw new Error(`no ${name} among ${structures.map(({ id }) => id)}`);
    return found;
  };
  const scheme = describedScheme(session.describe(), opened.info);
  expect(scheme?.structures.find(({ id }) => id === `program-${name}`)).toMatchObject({
    title: { en: name, zh: name },
    tier: 'nvm',
    shape: find(frame).shape,
  });
  return { frame, now: find(frame), below: find(durableFrame(frame)) };
}

const labels = (items: readonly Item[] = []) => items.map(({ label }) => label);
/** Whom each item leads to, by labels: `3>1`. */
const arrows = ({ id, items }: Structure): readonly string[] => {
  const all = items.flatMap((item) => [item, ...(item.items ?? [])]);
  const named = (key: number) => all.find((each) => each.key === key)?.label;
  return all.flatMap(({ label, links }) =>
    links.filter(({ structure }) => structure === id).map(({ key }) => `${label}>${named(key)}`),
  );
};
const there = ({ items }: Structure) => items.filter((item) => !isAbsent(item));

const LIST = 'nvm first\nnvm node[8] { value, next } as list(next) from first';

describe('a list', () => {
  it('is walked by numbers of slots from its word on, and what is not linked comes behind', () => {
    const { now } = shown(
      LIST,
      [
        'node[2].value = 7',
        'node[2].next = 5',
        'node[5].value = 8',
        'node[3].value = 1',
        'first = 2',
      ],
      'node',
    );
    expect(now.shape).toBe('list');
    expect(labels(now.items)).toEqual(['2', '5', '3']);
    expect(arrows(now)).toEqual(['2>5']);
  });

  it('is walked by addresses, too, which alone lead to slot 0', () => {
    const { now } = shown(
      LIST,
      ['node[0].value = 7', 'node[4].value = 8', 'node[4].next = &node[0]', 'first = &node[4]'],
      'node',
    );
    expect(labels(now.items)).toEqual(['4', '0']);
    expect(arrows(now)).toEqual(['4>0']);
  });

  it.each([
    ['a cycle', ['node[1].next = 2', 'node[2].next = 1', 'first = 1'], ['1', '2']],
    ['a slot that leads to itself', ['node[1].next = 1', 'first = 1'], ['1']],
    ['a number that is too large', ['node[1].next = 8', 'first = 1'], ['1']],
    ['an address within a slot', ['node[1].next = &node[2].next', 'first = 1'], ['1']],
    ['an address elsewhere', ['node[1].next = &first', 'first = 1'], ['1']],
    ['no number at all', ['node[1].next = -1', 'first = 1'], ['1']],
  ])('ends at %s', (_, commit, nodes) => {
    expect(labels(shown(LIST, commit, 'node').now.items)).toEqual(nodes);
  });

  it('is drawn below the boundary as the device has it', () => {
    const durable = ['node[2].value = 7', 'write_back node[2]', 'first = 2', 'write_back first'];
    const { now, below } = shown(
      LIST,
      [...durable, 'fence', 'node[5].value = 8', 'node[5].next = 2', 'first = 5'],
      'node',
    );
    expect(labels(now.items)).toEqual(['5', '2']);
    expect(labels(there(below))).toEqual(['2']);
  });

  it('keeps the arrow of the device while another number is in the cache', () => {
    const durable = ['node[1].next = 2', 'node[2].value = 7', 'node[3].value = 9', 'first = 1'];
    const back = ['write_back node[1]', 'write_back node[2]', 'write_back node[3]'];
    const { now, below } = shown(
      LIST,
      [...durable, ...back, 'write_back first', 'fence', 'node[1].next = 3'],
      'node',
    );
    expect([arrows(now), arrows(below)]).toEqual([['1>3'], ['1>2']]);
  });
});

it('a ring has all its slots, and its words as positions', () => {
  const { now, below } = shown(
    'nvm ends { head, tail }\nnvm slot[4] { at, old } as ring(ends.head, ends.tail)',
    ['slot[1].at = 7', 'ends.tail = 6', 'write_back ends', 'fence', 'ends.tail = 7'],
    'slot',
  );
  expect(now).toMatchObject({ shape: 'ring', capacity: 4 });
  expect(now.items.map(({ key, state }) => [key, state === 'empty'])).toEqual([
    [0, true] as const,
    [1, false] as const,
    [2, true] as const,
    [3, true] as const,
  ]);
  const cursors = ({ cursors: all }: Structure) => all.map(({ name, at }) => [name.en, at]);
  expect(cursors(now)).toEqual([
    ['head', 0],
    ['tail', 7],
  ]);
  expect(cursors(below)).toEqual([
    ['head', 0],
    ['tail', 6],
  ]);
});

it('chains hang on their array, and slots that no chain leads to are among the program’s', () => {
  const { frame, now } = shown(
    'nvm head[3]\nnvm node[8] { key, next } as chains(next) from head',
    ['node[1].key = 5', 'node[2].key = 6', 'node[2].next = 1', 'head[1] = 2', 'node[4].key = 9'],
    'node',
  );
  expect(labels(now.items)).toEqual(['#0', '#1', '#2']);
  expect(labels(now.items[1]?.items)).toEqual(['2', '1']);
  expect(arrows(now)).toEqual(['#1>2', '2>1']);
  expect(labels(frame.structures.find(({ id }) => id === 'own-slot')?.items)).toEqual(['node[4]']);
});

it('a tree is walked from its root, level by level', () => {
  const { now } = shown(
    'nvm root\nnvm node[8] { key, left, right } as tree(left, right) from root',
    ['root = 4', 'node[4].left = 2', 'node[4].right = 6', 'node[2].right = 3', 'node[3].left = 4'],
    'node',
  );
  expect(labels(now.items)).toEqual(['root', '4', '2', '6', '3']);
  expect(arrows(now)).toEqual(['root>4', '4>2', '4>6', '2>3', '3>4']);
});

it('a table has the first of its slots, and those behind them with something in them', () => {
  const { now } = shown('nvm t[32] { x } as table', ['t[20].x = 1'], 't');
  expect(now.shape).toBe('table');
  expect(labels(now.items)).toEqual([...[0, 1, 2, 3, 4, 5, 6, 7].map(String), '20']);
  expect(now.more).toBe(23);
});

it('a bitmap has a cell for each bit, as the device has it', () => {
  const { now, below } = shown(
    'nvm map as bitmap',
    ['map = 0x8000000000000005', 'write_back map', 'fence', 'map = 2'],
    'map',
  );
  const set = ({ items }: Structure) =>
    items.filter(({ fields: [bit] }) => bit?.value === '1').map(({ key }) => key);
  expect(now.items).toHaveLength(64);
  expect(set(now)).toEqual([1]);
  expect(set(below)).toEqual([0, 2, 63]);
});
