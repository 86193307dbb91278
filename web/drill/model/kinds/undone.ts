import type { Frame, Text } from '../../../engine/protocol';
import { UNKNOWN } from '../../../model/questions/answer';
import { choicesOf } from '../../../model/questions/choices';
import { judgeUndone, undoneFrom } from '../../../model/questions/judge_trace';
import { findPattern, patternOf } from '../../../model/trace/anchor';
import { kindOf, transactionName } from '../../../model/trace/trace';
import type { Dice } from '../dice';
import type { DrillOption } from '../drill_case';
import type { DrillCut, DrillEngine, DrillRun } from '../drill_run';
import { eventText, recordText } from '../event_text';
import { mistakenAnswers } from '../mutants';
import { type Place, placesOf } from '../places';
import { joined, told } from '../told';
import { asked, type KindMaker, option, stopAt } from './kind';

/** Fewer are no choice. */
const LEAST = 3;
const MOST = 4;
const TRIES = 5;

/** All that recovery undoes, in its order. */
function undoneBy({ trace }: DrillRun) {
  const { start = 0 } = trace.phases[1] ?? {};
  // Where it starts is still the end of the run.
  return undoneFrom(trace, start + 1);
}

/** Positions of a recovery at which the next record to undo can be asked for. */
function asksIn(run: DrillRun): readonly Pick<Place, 'position' | 'at' | 'text'>[] {
  const { trace } = run;
  const phase = trace.phases[1];
  const found: Pick<Place, 'position' | 'at' | 'text'>[] = [];
  for (let i = phase?.start ?? 0; i < (phase?.end ?? 0); i++) {
    const kind = kindOf(trace, i);
    const begins = kind === 'phase' && trace.events.a[i] === 2;
    const text = begins ? told('undoBegins') : kind === 'undo' ? eventText(run, i) : undefined;
    if (text && undoneFrom(trace, i + 1).length > 0)
      found.push({ position: i + 1, at: patternOf(trace, i), text });
  }
  return found;
}

/** The log records to choose from, each by its number. */
function keysOf(
  run: DrillRun,
  position: number,
  frame: Frame,
): readonly (readonly [number, string])[] {
  const { trace, info, scheme } = run;
  const offered = choicesOf({ kind: 'undone-next' }, { trace, info, scheme, position, frame });
  const known = offered.map((each) => [Number(each.answer), 'tx' in each ? each.tx : ''] as const);
  const gone = undoneBy(run).filter((each) => each.position <= position);
  const txOf = (at: number) => transactionName(trace.names, trace.events.txn[at - 1]);
  return [...known, ...gone.map(({ key, position: at }) => [key, txOf(at)] as const)].filter(
    ([key], n, all) => all.findIndex((each) => each[0] === key) === n,
  );
}

function structureOf({ trace }: DrillRun, position: number): string | undefined {
  return trace.names.structures[(trace.events.structure[position - 1] ?? 0) - 1]?.id;
}

/** The records by what they say, without those of which another says the same. */
function distinctTexts(
  run: DrillRun,
  structure: string | undefined,
  keys: readonly (readonly [number, string])[],
): ReadonlyMap<number, Text> {
  const all = keys.flatMap(([key, tx]) => {
    const text = recordText(run, structure, key, tx);
    return text ? [[key, text] as const] : [];
  });
  return new Map(all.filter(([, { en }]) => all.filter((each) => each[1].en === en).length === 1));
}

function reasonOf(run: DrillRun, position: number, key: number, tx: string, truth: Text): Text {
  const { trace } = run;
  const later = undoneFrom(trace, position).some((each) => each.key === key);
  if (later) return told('undoneLater', { truth });
  const already = undoneBy(run).some((each) => each.key === key);
  if (already) return told('undoneAlready');
  return told('undoneSurvivor', { tx });
}

async function ask(engine: DrillEngine, run: DrillRun, cut: DrillCut, cutText: Text, dice: Dice) {
  const here = dice.pick(asksIn(run));
  if (!here) return undefined;
  const { position } = here;
  const stop = stopAt(here, { kind: 'undone-next' });
  const keys = keysOf(run, position, await engine.seek(position));
  const [next, ...rest] = undoneFrom(run.trace, position);
  const structure = structureOf(run, next?.position ?? 0);
  const texts = distinctTexts(run, structure, keys);
  const { truth } = await engine.answer(run, stop);
  const right = texts.get(Number(truth));
  if (truth === UNKNOWN || !right || texts.size < LEAST) return undefined;
  const broken = await mistakenAnswers(
    engine,
    run,
    { cut, dice, truth, wanted: 2 },
    async ({ trace }) => {
      const at = findPattern(trace, here.at);
      return at === undefined ? undefined : judgeUndone(trace, at, '').truth;
    },
  );
  const wrong = keys.filter(([key]) => texts.has(key) && String(key) !== truth).slice(0, MOST - 1);
  const newest = rest.every(({ key }) => key < Number(truth));
  const options = [
    option(
      truth,
      right,
      newest ? joined([told('undoneRight'), told('undoneNewest')]) : told('undoneRight'),
      'engine',
    ),
    ...wrong.map(([key, tx]): DrillOption => {
      const mistake = broken.find(({ answer }) => answer === String(key));
      const says = reasonOf(run, position, key, tx, right);
      const reason = mistake ? joined([says, mistake.reason]) : says;
      return option(String(key), texts.get(key) ?? right, reason, mistake ? 'mutation' : 'reader');
    }),
  ];
  const survivors = told(cut.survive.survive === 'none' ? 'none' : 'all');
  return {
    scenario: asked(run, stop, cut),
    at: here.at,
    question: told('askUndone', { place: cutText, survivors, here: here.text }),
    steps: [],
    options: options.sort((a, b) => Number(a.answer) - Number(b.answer)),
    pictured: position,
  };
}

/** Which log record recovery undoes next. */
export const undoneKind: KindMaker = {
  wishes: { own: 70, changes: 2 },
  make: async (engine, scenario, dice) => {
    const run = await engine.open(scenario);
    if (!run) return undefined;
    const places = dice.shuffled(placesOf(run).slice(4));
    for (const place of places.slice(0, TRIES)) {
      const survive = dice.chance(75) ? 'all' : 'none';
      const cut: DrillCut = { at: place.at, survive: { survive } };
      const after = await engine.open(scenario, cut);
      if (!after || undoneBy(after).length === 0) continue;
      const made = await ask(engine, after, cut, place.text, dice);
      if (made) return made;
    }
    return undefined;
  },
};
