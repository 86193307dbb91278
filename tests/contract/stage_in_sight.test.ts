import { describe, expect, it } from 'vitest';
import type { Ask, Field, Frame, Item, Mark } from '../../web/engine/protocol';
import { clientsAt } from '../../web/model/frame/clients';
import { durableFrame } from '../../web/model/frame/durable_frame';
import { linesInCache } from '../../web/model/frame/lines_in_cache';
import { namedFrame } from '../../web/model/frame/named_frame';
import { resolveMarks } from '../../web/model/lecture/marks';
import { type Named, namedBy, parseSubject } from '../../web/model/lecture/subjects';
import { bankBoxes, requestBox } from '../../web/stage/banks/bank_boxes';
import type { Box } from '../../web/stage/shapes/shape';
import { clientBoxes, wordsOf } from '../../web/stage/tiers/clients_band';
import type { StageLayout } from '../../web/stage/tiers/layout/stage_layout';
import { boxNamed } from '../../web/stage/tiers/layout/subjects';
import { placeLines } from '../../web/stage/tiers/placed_lines';
import { itemsAt, placesAt } from '../../web/stage/tiers/places';
import { type Move, movesAt } from '../../web/stage/travel/moves';
import { rested } from '../../web/stage/travel/rested';
import { takenBy } from '../../web/stage/travel/taken';
import { SMALL_SIZE, sansWidth } from '../../web/ui/text_width';
import { effort, turn } from '../effort';
import { arrowFaults, bundleFaults } from './arrow_ends';
import { layoutOf, PANES } from './fitted_stage';
import { type LectureRun, runLecture } from './lecture_run';
import { lectureFiles } from './scenario_files';

const inEnglish = ({ en }: { en: string }) => en;
const WORDS = {
  text: inEnglish,
  pageName: (label: string) => `page ${label}`,
  items: (count: number) => `${count} items`,
  kind: (kind: string) => kind,
};
/**
 * A hall with so little height has no room for all items that a sentence may name: visible ones are
 * large enough, and the others can be scrolled to.
 */
const SMALL_HALL = '1024 in projection';
/**
 * A split hangs in four chains of four pages, whose undo is in two more: not at 18 pixels in 451.
 */
const FULL = { pane: '1280 in projection', file: 'split-in-four-chains.json' };
const hasRoom = (pane: string, file: string): boolean =>
  pane !== SMALL_HALL && !(pane === FULL.pane && file === FULL.file);
/** A long lecture is looked at this many times. */
const LOOKS = effort(60, 150);

/** The picture, and both ends of everything that moves, where they are drawn. */
function pictureAt(
  { info, trace }: LectureRun,
  raw: Frame,
  layout: StageLayout,
  named: readonly Named[] = [],
) {
  const frame = namedFrame(raw, inEnglish);
  const wanted = frame.transfers.flatMap(({ from, to }) =>
    [from, to].flatMap(({ structure, keys }) =>
      structure === undefined ? [] : keys.map((key) => ({ structure, key })),
    ),
  );
  const places = placesAt(layout, frame, wanted, named);
  const lines = placeLines(linesInCache(frame), layout, places).placed;
  const clients = clientsAt(info, frame, trace);
  const boxes = clientBoxes(layout, clients.length);
  const client = (txn: number) => boxes[clients.findIndex((each) => each.txn === txn)];
  const picture = { frame, layout, places, lines };
  const moves = movesAt(frame, { layout, places, lines, client });
  const drawing = {
    frame: namedFrame(durableFrame(raw), inEnglish),
    layout,
    places,
    extents: frame.structures,
    boxes: [...boxes, ...lines.map(({ box }) => box)],
    unused: 'not used by this system',
    tierName: (tier: string) => tier,
  };
  return { picture, moves, resting: rested(moves, drawing, WORDS), taken: takenBy(drawing) };
}

const cover = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width - 1 &&
  other.x < one.x + one.width - 1 &&
  one.y < other.y + other.height - 1 &&
  other.y < one.y + one.height - 1;

/**
 * The faults of resting things: one that covers a name, a sign, an item, or another resting thing;
 * and one that has yet to cross the boundary and is below it.
 */
function* restFaults(
  moves: readonly Move[],
  taken: readonly Box[],
  { banks, boundaryY }: StageLayout,
): Generator<string> {
  const resting = moves.filter(({ transfer }) => transfer.state === 'under-way');
  for (const [n, { rest, from, to, transfer, queued }] of resting.entries()) {
    const what = `${transfer.kind} to ${transfer.to.structure ?? transfer.to.tier}`;
    if (!queued && taken.some((box) => cover(rest, box)))
      yield `${what} rests on what is drawn there`;
    const isAtBank = banks && transfer.to.tier === 'nvm';
    if (!isAtBank && from.y < boundaryY && to.y > boundaryY && rest.y >= boundaryY)
      yield `${what} rests wholly below the line that it has still to cross`;
    if (!queued && resting.some(({ transfer: other, to }) => other === transfer && cover(rest, to)))
      yield `${what} rests where it, or what is written with it, is to come`;
    if (resting.slice(n + 1).some((other) => cover(rest, other.rest)))
      yield `${what} rests on what travels, too`;
  }
}

/** A request in a bank's queue has room for the name of a record. */
const LEAST_REQUEST = 14;

/** True if a bank has a box of its own in which each waiting request can be read. */
function bankSeen(bank: number, frame: Frame, layout: StageLayout): boolean {
  const queues = frame.banks ?? [];
  const box = layout.banks && bankBoxes(layout.banks, queues.length)[bank];
  if (!box || box.x + box.width > layout.width || box.y + box.height > layout.height) return false;
  const queue = queues[bank] ?? [];
  return queue.every((_, before) => {
    const own = requestBox(box, before, queue.length);
    return own.width >= LEAST_REQUEST && own.x + own.width <= box.x + box.width + 1;
  });
}

/** True if a thread's client has a box which says that it has no core. */
function threadSeen(
  thread: number,
  { info, trace }: LectureRun,
  frame: Frame,
  layout: StageLayout,
) {
  const clients = clientsAt(info, frame, trace);
  const index = clients.findIndex((each) => each.thread === thread - 1);
  const box = clientBoxes(layout, clients.length)[index];
  if (!box || box.x + box.width > layout.width) return false;
  return (
    clients[index]?.coreless !== true || sansWidth('◌ waits for a core') <= wordsOf(box, 'T1').room
  );
}

/** The faults of arrows if a sentence scrolls its subjects into sight, and not a move. */
function arrowsAt(lecture: LectureRun, mark: Mark, raw: Frame, layout: StageLayout) {
  const named = (mark.subjects ?? []).map((text) => namedBy(parseSubject(text), raw.structures));
  const { picture, moves, resting, taken } = pictureAt(lecture, raw, layout, named.flat());
  return [
    ...moves.flatMap((move) => arrowFaults(move, picture)),
    ...resting.flatMap(bundleFaults),
    ...restFaults(resting, taken, layout),
  ];
}

/** Structures whose window has nothing but free places, though they hold something. */
function* emptyWindows(lecture: LectureRun, mark: Mark, raw: Frame, layout: StageLayout) {
  const named = (mark.subjects ?? []).flatMap((text) =>
    namedBy(parseSubject(text), raw.structures),
  );
  const { picture } = pictureAt(lecture, durableFrame(raw), layout, named);
  const { places, frame, lines } = picture;
  const ends = frame.transfers.flatMap(({ from, to }) => [from, to]);
  const meant = [...named, ...lines.flatMap(({ line }) => line.holds)];
  for (const place of layout.places) {
    const structure = frame.structures.find(({ id }) => id === place.id);
    const boxes = itemsAt(place, structure);
    const isMeant = (key: number) =>
      meant.some((each) => each.structure === place.id && each.key === key) ||
      ends.some((end) => end.structure === place.id && end.keys.includes(key));
    const isSeen = (key: number): boolean => {
      const box = boxes.get(key);
      const top = (box?.y ?? 0) - places.scroll(place);
      return box !== undefined && top + box.height > 6 && top < place.box.height - 6;
    };
    const filled = (structure?.items ?? []).filter(({ state }) => state !== 'empty');
    const isEmpty = filled.length > 0 && !filled.some(({ key }) => isSeen(key));
    if (isEmpty && ![...boxes.keys()].some((key) => isMeant(key) && isSeen(key)))
      yield `${place.id} seems to hold nothing`;
  }
}

/** The words that reveal that a transaction has ended well, or what a record's change was. */
function decides(ask: Ask, { txn, fields }: Item, txnOf: (name: string) => number): boolean {
  const said = (role: Field['role']) =>
    fields.filter((each) => each.role === role).map(({ text, value }) => text?.en ?? value);
  if (ask.kind === 'fate')
    return txn === txnOf(ask.tx) && said('kind').some((kind) => /^(commit|end)$/i.test(kind));
  return ask.kind === 'value-after-crash' && said('subject').includes(ask.record);
}

/** Log records that decide a question, wherever they are. */
function decidingOf({ ask }: Mark, { structures }: Frame, lecture: LectureRun): readonly Named[] {
  // A workload has written too many of them to be seen at once.
  if (!ask || lecture.info.programs) return [];
  const txnOf = (name: string) =>
    lecture.info.transactions.find(({ name: own }) => own === name)?.id ?? -1;
  return structures.flatMap(({ id, items }) =>
    items
      .filter((item) => item.state !== 'empty' && decides(ask, item, txnOf))
      .map(({ key }) => ({ structure: id, key })),
  );
}

/** Subjects of a mark that are folded, scrolled away or cut, and what decides its question. */
function subjectsUnseen(
  lecture: LectureRun,
  mark: Mark,
  raw: Frame,
  layout: StageLayout,
): readonly string[] {
  const frame = namedFrame(raw, ({ en = '' }) => en);
  const names = (mark.subjects ?? []).map((text) => [text, parseSubject(text)] as const);
  const named = names.map(([, subject]) => namedBy(subject, raw.structures));
  const places = placesAt(layout, frame, [], named.flat());
  const isSeen = (name: Named): boolean => {
    const place = layout.places.find(({ id }) => id === name.structure);
    const structure = frame.structures.find(({ id }) => id === name.structure);
    if (!place || !structure) return false;
    const box = boxNamed(structure, itemsAt(place, structure), name, place.extent, place.context);
    if (!box) return false;
    const top = box.y - places.scroll(place);
    return (
      top >= -1 &&
      top + box.height <= place.box.height + 1 &&
      box.x + box.width <= place.box.width + 1
    );
  };
  const deciding = decidingOf(mark, namedFrame(durableFrame(raw), inEnglish), lecture);
  const undecided = deciding
    .filter((name) => layout.places.some(({ id }) => id === name.structure) && !isSeen(name))
    .map(({ structure, key }) => `${structure} ${key}, which decides the question`);
  const unseen = names.flatMap(([text, subject], index) => {
    if (subject.kind !== 'structure') {
      const { kind, number } = subject;
      const seen =
        kind === 'bank' ? bankSeen(number, raw, layout) : threadSeen(number, lecture, raw, layout);
      return seen ? [] : [text];
    }
    const isOpen = layout.places.some(({ tier, id }) => `${tier}.${id}` === subject.structure);
    return isOpen && (named[index] ?? []).every(isSeen) ? [] : [text];
  });
  return [...unseen, ...undecided];
}

describe.each(turn(lectureFiles()).map((file) => [file.scenario.id, file] as const))(
  '%s',
  (_id, file) => {
    it('has every item at a place of its own, and what moves in sight, at every size', async () => {
      const lecture = await runLecture(file);
      const fitted = PANES.map((pane) => [pane, layoutOf(lecture, file.scenario, pane)] as const);
      const end = lecture.trace.length;
      const stride = Math.max(1, Math.ceil(end / LOOKS));
      const faults: string[] = [];
      const rests: string[] = [];
      let moved = 0;
      for (const [pane, { layout, scale }] of fitted) {
        expect(layout.height * scale, pane.name).toBeLessThan(pane.height + 2);
        // Read from the last row; at a desk and on a phone as small as it has to be.
        const least = pane.name.includes('projection') ? 18 : 7;
        expect(SMALL_SIZE * scale, pane.name).toBeGreaterThanOrEqual(least);
      }
      const layouts = fitted.map(([pane, { layout }]) => [pane, layout] as const);
      for (let at = 0; at <= end; at += stride) {
        const frame = lecture.session.seek(at);
        for (const [pane, layout] of layouts) {
          const where = `${pane.name} at ${at}`;
          for (const place of layout.places) {
            const structure = frame.structures.find(({ id }) => id === place.id);
            const items = itemsAt(place, structure);
            if (place.extent.shape === 'list' || place.extent.shape === 'pages')
              for (const { key } of structure?.items ?? [])
                expect(items.has(key), where).toBe(true);
          }
          const { picture, moves, resting, taken } = pictureAt(lecture, frame, layout);
          rests.push(...[...restFaults(resting, taken, layout)].map((each) => `${where} ${each}`));
          faults.push(
            ...moves
              .flatMap((move) => arrowFaults(move, picture))
              .concat(resting.flatMap(bundleFaults))
              .map((each) => `${where} ${each}`),
          );
          for (const { from, to } of moves) {
            moved++;
            for (const box of [from, to]) {
              expect(box.x, where).toBeGreaterThanOrEqual(-1);
              expect(box.x + box.width, where).toBeLessThanOrEqual(layout.width + 1);
              expect(box.y, where).toBeGreaterThanOrEqual(-1);
              expect(box.y, where).toBeLessThan(layout.height);
            }
          }
        }
      }
      expect(faults).toEqual([]);
      expect(rests).toEqual([]);
      expect(moved).toBeGreaterThan(0);
    });

    it('has what each sentence names whole and in sight, at every size', async () => {
      const lecture = await runLecture(file);
      const fitted = PANES.map((pane) => [pane, layoutOf(lecture, file.scenario, pane)] as const);
      const unseen: string[] = [];
      const astray: string[] = [];
      for (const { index, position, mark } of resolveMarks(lecture.trace, file.scenario).stops) {
        const frame = lecture.session.seek(position);
        for (const [pane, { layout }] of fitted)
          for (const fault of [
            ...arrowsAt(lecture, mark, frame, layout),
            ...emptyWindows(lecture, mark, frame, layout),
          ])
            astray.push(`mark ${index}, ${pane.name}: ${fault}`);
        for (const [pane, { layout }] of fitted.filter(([{ name }]) => hasRoom(name, file.name)))
          for (const text of subjectsUnseen(lecture, mark, frame, layout))
            unseen.push(`mark ${index}, ${pane.name}: ${text}`);
      }
      expect(unseen).toEqual([]);
      expect(astray).toEqual([]);
    });
  },
);
