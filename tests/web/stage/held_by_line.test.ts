import { expect, it } from 'vitest';
import { lineWords } from '../../../web/model/frame/line_words';
import { namedFrame } from '../../../web/model/frame/named_frame';
import { homeWay, rowsOf } from '../../../web/stage/tiers/cache_lines';
import { runLecture } from '../../contract/lecture_run';
import { lectureFiles } from '../../contract/scenario_files';

const words = {
  text: ({ en }: { en: string }) => en,
  txnName: (txn: number) => (txn > 0 ? `T${txn}` : ''),
};

/** The words of each line of the cache, at every position of a lecture. */
async function linesIn(id: string): Promise<ReturnType<typeof lineWords>[]> {
  const lecture = lectureFiles().find(({ scenario }) => scenario.id === id);
  if (!lecture) throw new Error('the lecture is gone');
  const { session, trace } = await runLecture(lecture);
  const lines: ReturnType<typeof lineWords>[] = [];
  for (let at = 0; at <= trace.length; at++) {
    const frame = namedFrame(session.seek(at), words.text);
    for (const line of frame.cacheLines) lines.push(lineWords(line, frame, words));
  }
  return lines;
}

/** All that lines of the cache say in a lecture, `name value`. */
async function saidIn(id: string): Promise<ReadonlySet<string>> {
  const said = new Set<string>();
  for (const line of await linesIn(id))
    for (const { name, of = '', value } of line) {
      said.add(`${name} ${value}`.trim());
      // A number says nothing without what it numbers.
      if (of === '') expect(name).not.toMatch(/^\d*$/);
      expect(`${name}${value}`).not.toMatch(/0x/);
    }
  return said;
}

it('a line with a record of a tree says the record and its value', async () => {
  const said = await saidIn('fence-is-not-free');
  for (const each of ['A1 11', 'B1 11', 'A2 21', 'A3 31', 'A4 41']) expect(said).toContain(each);
});

it('a line says values by name, the records of a log by their transaction, and where pointers lead', async () => {
  const said = [...(await saidIn('no-force-without-pages')), ...(await saidIn('state-bit-last'))];
  expect(said).toEqual(
    expect.arrayContaining(['A 50', 'B 70', 'T1 END', 'log_tail 3', 'head → 0']),
  );
});

it('each line of a log record that has two says what it has itself', async () => {
  const said = [...(await saidIn('state-bit-last'))];
  expect(said).toEqual(expect.arrayContaining(['T1 update A', 'T1 A 100→150']));
  expect(said).not.toContain('T1 update A 100→150');
});

it('a line with the phase of a structure change does not say that alone, as if it were a client’s', async () => {
  const said = new Set<string>();
  for (const line of await linesIn('split-in-four-chains'))
    for (const row of rowsOf(line, 1, 104)) said.add(row);
  expect([...said].filter((row) => /committed/.test(row))).toContain('change committed');
  expect(said).not.toContain('committed');
});

it('a line with a bit of which no field tells says what becomes of it', async () => {
  const said = await saidIn('two-bits-decide');
  expect(said).toContain('2 bit being cleared');
});

it.each([
  [
    'a number with what it numbers',
    [{ name: '0', of: 'slots in PCM', value: '' }],
    1,
    ['slots in PCM 0'],
  ],
  [
    'the same and its value, in fewer words where these have no room',
    [{ name: '2', of: 'redo, by page', called: 'page 2', value: 'end LSN 3' }],
    1,
    ['page 2 end LSN 3'],
  ],
  [
    'in two rows each in its own',
    [{ name: '2', of: 'redo, by page', value: 'end LSN 3' }],
    2,
    ['redo, by page 2', 'end LSN 3'],
  ],
  ['a name as it is', [{ name: 'A', of: 'record', value: '50' }], 1, ['A 50']],
  [
    'values by name, not the number of a row beside them, in one row where it has room',
    [
      { name: '0', of: 'slots in PCM', value: '' },
      { name: 'B', value: '20' },
      { name: 'A', value: '70' },
    ],
    1,
    ['B 20, A 70'],
  ],
  [
    'how many more there are where there is no room for them',
    ['1', '2', '3'].map((name) => ({ name, of: 'log', value: 'T1 update 100' })),
    1,
    ['1 T1 update 100 +2'],
  ],
])('a line as low as a row says %s', (_, said, rows, written) => {
  expect(rowsOf(said, rows, 104)).toEqual(written);
});

it('a dotted line ends before the first letter of a row, whatever is above that one', () => {
  const line = { x: 100, y: 0, width: 60, height: 20 };
  const end = (way: string) => way.split(' ').slice(-2).map(Number);
  expect(end(homeWay(line, { x: 20, y: 219, width: 80, height: 19 }))).toEqual([17, 228.5]);
  expect(end(homeWay(line, { x: 20, y: 219, width: 80, height: 40 }))).toEqual([29, 215]);
});
