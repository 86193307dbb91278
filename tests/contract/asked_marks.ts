import { Session } from '../../web/engine/instance/session';
import type {
  Ask,
  Fate,
  Frame,
  Mark,
  Outlook,
  PhaseTrace,
  Scenario,
} from '../../web/engine/protocol';
import { resolveFault, resolveMarks } from '../../web/model/lecture/marks';
import { undoneFrom } from '../../web/model/questions/judge_trace';
import { joinPhases, type Trace, traceNames } from '../../web/model/trace/trace';
import { loadEngine } from '../../web/runner/node_engine';

const FATES: readonly Fate[] = ['always', 'sometimes', 'never'];
const RUNS = 4096;

/** A question of a lecture, and what the engine answers; `truth` is empty for kinds that need no image. */
export interface AskedMark {
  readonly index: number;
  readonly mark: Mark;
  readonly ask: Ask;
  readonly truth: string;
  /** What the stage has to draw when it is asked. */
  readonly frame: Frame;
  /** Answers to choose from that are wrong; only of questions about fates. */
  readonly wrong: readonly string[];
}

/** Every question of a lecture with the engine's answer, in the order of the marks. */
export async function askedMarks(text: string): Promise<AskedMark[]> {
  const scenario = JSON.parse(text) as Scenario;
  const engine = await loadEngine('explore');
  const session = new Session(engine);
  const opened = session.open(text);
  if (!opened.ok) throw new Error(`${scenario.id} does not open`);
  const names = traceNames(session.describe(), opened.info);
  const parts: PhaseTrace[] = [opened.run];
  const trace = (): Trace => joinPhases(names, parts);
  const asked: AskedMark[] = [];
  const look = async (phase: number) => {
    for (const { mark, index, position } of resolveMarks(trace(), scenario).stops) {
      if ((mark.when.phase ?? 0) !== phase || !mark.ask) continue;
      const truth =
        mark.ask.kind === 'undone-next'
          ? String(undoneFrom(trace(), position)[0]?.key ?? '')
          : await truthOf(session, opened.info.transactions, position, mark.ask);
      const wrong = mark.ask.kind === 'fate' ? FATES.filter((fate) => fate !== truth) : [];
      asked.push({ index, mark, ask: mark.ask, truth, frame: session.seek(position), wrong });
    }
  };
  await look(0);
  for (let n = 0; n < (scenario.faults?.length ?? 0); n++) {
    const found = resolveFault(trace(), scenario, n);
    if ('missing' in found) throw new Error(`${scenario.id}: fault ${n} finds no event`);
    const cut = session.cut(found.position, scenario.faults?.[n]?.crash ?? { survive: 'none' });
    if (!cut.ok) throw new Error(`${scenario.id}: fault ${n} is refused`);
    parts.push(cut.recovery);
    await look(n + 1);
  }
  return asked;
}

async function truthOf(
  session: Session,
  transactions: readonly { readonly id: number; readonly name: string }[],
  position: number,
  ask: Ask,
): Promise<string> {
  if (ask.kind === 'fate') {
    const id = transactions.find(({ name }) => name === ask.tx)?.id;
    const outlook = session.outlook(position, RUNS);
    return outlook.transactions.find((each) => each.id === id)?.fate ?? '';
  }
  if (ask.kind !== 'value-after-crash') return '';
  if (ask.survive === undefined) return onlyValue(session.outlook(position, RUNS), ask.record);
  // The cut is made elsewhere: it would drop the cuts that the lecture itself makes.
  const { plan } = session;
  if (!plan) return '';
  const elsewhere = new Session(await loadEngine('explore'));
  elsewhere.adopt(plan);
  const cut = elsewhere.cut(position, { survive: ask.survive });
  const verdict = cut.ok ? cut.recovery.verdict : undefined;
  return written(verdict?.records.find(({ name }) => name === ask.record)?.value);
}

function onlyValue({ records }: Outlook, record: string): string {
  const values = records.find(({ name }) => name === record)?.values ?? [];
  return values.length === 1 ? written(values[0]) : '';
}

const written = (value: number | null | undefined): string =>
  value === undefined ? '' : value === null ? 'absent' : String(value);
