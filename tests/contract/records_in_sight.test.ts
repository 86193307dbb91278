import { describe, expect, it } from 'vitest';
import type { Item } from '../../web/engine/protocol';
import { durableFrame } from '../../web/model/frame/durable_frame';
import { namedFrame } from '../../web/model/frame/named_frame';
import { resolveMarks } from '../../web/model/lecture/marks';
import { kindOf } from '../../web/model/trace/trace';
import { fetchShapes } from '../../web/stage/shapes';
import { cardInside, cardWords, partsOf, WORD_GAP } from '../../web/stage/shapes/card_words';
import type { Box, ShapeContext } from '../../web/stage/shapes/shape';
import { itemsAt } from '../../web/stage/tiers/places';
import { fit as cut, monoWidth, sansWidth } from '../../web/ui/text_width';
import { layoutOf, PANES } from './fitted_stage';
import { runLecture } from './lecture_run';
import { lectureFiles } from './scenario_files';

await fetchShapes();

/**
 * REWIND writes a log record before anything leads to it. It is on the stage all the same, from its
 * store on.
 */

const files = lectureFiles().filter(({ scenario: { scheme } }) => {
  const { layers, version } = scheme.params ?? {};
  return scheme.id === 'rewind' && (layers ?? 1) === 1 && version !== 'batch';
});

describe.each(files)('lecture $name', (file) => {
  it('shows each log record from the store of its words', async () => {
    const { trace, session } = await runLecture(file);
    const unseen: number[] = [];
    let stored = 0;
    for (let index = 0; index < trace.length; index++) {
      const structure = trace.names.structures[(trace.events.structure[index] ?? 0) - 1]?.id;
      const kind = kindOf(trace, index);
      if (structure !== 'log-record' || (kind !== 'nt-store' && kind !== 'fence')) continue;
      stored++;
      const frame = session.seek(index + 1);
      const records = frame.structures.find(({ id }) => id === 'log-record');
      if (!records?.items.some(({ key }) => key === trace.events.key[index])) unseen.push(index);
    }
    expect(stored).toBeGreaterThan(0);
    expect(unseen).toEqual([]);
  });
});

/** Wherever a log record is drawn, it says what it is, unless it is a plain change of a value. */

const panes = PANES.filter(({ name }) => ['desk', '1280 in projection'].includes(name));

/** The number of letters of two words that identify both. */
const LEGIBLE = 4;

/** The part of a record's kind that cannot be read in its card. */
function kindUnsaid(item: Item, box: Box, context: ShapeContext): string | undefined {
  const { kind = '', plain } = partsOf(item, context);
  if (kind === '' || plain || context.density === 'full') return undefined;
  const width = cardInside(box, context);
  const { label, beside, below } = cardWords(item, width, context);
  const left = width - monoWidth(label) - WORD_GAP;
  const [words, room] = beside === '' ? [below, width] : [beside, left];
  const read = cut(words, room, sansWidth).replace('…', '');
  // A kind of two words, such as "checkpoint begins", may be cut to some letters; one word must be
  // complete.
  const least = kind.includes(' ') ? kind.slice(0, LEGIBLE) : kind;
  return read.startsWith(least) ? undefined : `${item.label} ${kind}: ${read}`;
}

describe.each(lectureFiles())('cards of lecture $name', (file) => {
  it('says of each log record what it is', async () => {
    const lecture = await runLecture(file);
    const stages = panes.map((pane) => [pane, layoutOf(lecture, file.scenario, pane)] as const);
    const unsaid = new Set<string>();
    for (const { position } of resolveMarks(lecture.trace, file.scenario).stops) {
      const frame = namedFrame(durableFrame(lecture.session.seek(position)), ({ en }) => en);
      for (const [pane, { layout }] of stages)
        for (const place of layout.places.filter(({ extent }) => extent.shape === 'list')) {
          const structure = frame.structures.find(({ id }) => id === place.id);
          const boxes = itemsAt(place, structure);
          for (const item of structure?.items ?? []) {
            const box = boxes.get(item.key);
            const wrong = box ? kindUnsaid(item, box, place.context) : 'has no box';
            if (wrong !== undefined) unsaid.add(`${pane.name}, ${place.id}: ${wrong}`);
          }
        }
    }
    expect([...unsaid]).toEqual([]);
  });
});
