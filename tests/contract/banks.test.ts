import { expect, it } from 'vitest';
import { Session } from '../../web/engine/instance/session';
import { bankLoad } from '../../web/model/frame/banks';
import { loadEngine } from '../../web/runner/node_engine';

// The banks of the NVM at every position, whichever way one comes there.

const say = (en: string) => ({ en, zh: en });
const scenario = (overrides: Readonly<Record<string, number>>) =>
  JSON.stringify({
    format: 1,
    id: 'banks',
    kind: 'scenario',
    title: say('Banks'),
    machine: { id: 'pcmlogging-ssd', overrides },
    scheme: { id: 'pcmlogging', params: { slots: 16, frames: 4 } },
    records: { A: 1, B: 2, C: 3 },
    threads: [
      ['begin T1', 'A := 10', 'B := 11', 'commit'],
      ['begin T2', 'C := 20', 'commit'],
    ],
  });

async function opened(overrides: Readonly<Record<string, number>>) {
  const session = new Session(await loadEngine('explore'));
  const reply = session.open(scenario(overrides));
  if (!reply.ok) throw new Error(JSON.stringify(reply));
  return { session, end: reply.run.events.length };
}

it('are the same at a position that one goes back to', async () => {
  const { session, end } = await opened({ 'nvm.banks': 2 });
  const forwards = Array.from({ length: end + 1 }, (_, at) => session.seek(at).banks);
  const loads = forwards.map((banks) => bankLoad(banks));
  expect(loads.every((load) => load?.banks === 2)).toBe(true);
  expect(new Set(loads.map((load) => load?.busy)).size).toBeGreaterThan(1);
  expect(loads.some((load) => load && load.waiting > 0)).toBe(true);
  expect(forwards[0]).toEqual([[], []]);
  for (let at = end; at >= 0; at--) expect(session.seek(at).banks, `${at}`).toEqual(forwards[at]);
});

it('are not told where the machine has no limit of them', async () => {
  const { session, end } = await opened({ 'nvm.banks': 0 });
  expect(session.seek(Math.floor(end / 2)).banks).toBeUndefined();
});
