import { beforeAll, describe, expect, it } from 'vitest';
import { runVerification } from '../../web/engine/explore/runner';
import { WasmModule } from '../../web/engine/instance/wasm_module';
import type { Assignment } from '../../web/own/model/assignment';
import { idleLines, keeps, standingOf } from '../../web/own/model/findings';
import { assignments, bench, free } from '../../web/own/model/library';
import { type Explore, leaveOutEach, tryStories } from '../../web/own/model/try_stories';
import { loadEngine } from '../web/support/load_engine';
import { mistakes } from './own_mistakes';

// What ships for the page of own logs, by the engine.

let engine: WasmModule;
beforeAll(async () => {
  engine = await WasmModule.instantiate(() => loadEngine('explore'), new Uint8Array());
});

const TASK = { model: 'adr', depth: 1, maxRuns: 0, maxMb: 0, shard: 0, shards: 1 } as const;

const trying = {
  bench,
  signal: new AbortController().signal,
  explore: (async (text, { first = false, maxRuns }) => ({
    ...(await runVerification(engine, text, { ...TASK, first, maxRuns })),
    cancelled: false,
  })) satisfies Explore,
};
const tried = (assignment: Assignment, text: string) => tryStories(trying, assignment, text);

const named = (id: string): Assignment => {
  const found = assignments.find((each) => each.id === id);
  if (!found) throw new Error(`there is no assignment ${id}`);
  return found;
};

describe.each(assignments)('the assignment $id', (assignment) => {
  it('does not pass as it begins, and its failure can be replayed', async () => {
    const findings = await tried(assignment, assignment.text);
    const standing = standingOf(assignment, findings);
    expect(standing.kind).not.toBe('kept');
    if (standing.kind !== 'broken') return;
    expect(standing.finding.outcome.failures[0]?.replayed).toBe(true);
  });

  it('is passed by its solution, whose write-backs and fences all do something', async () => {
    const findings = await tried(assignment, assignment.solution ?? '');
    expect(standingOf(assignment, findings)).toEqual({ kind: 'kept' });
    expect(findings.map(({ story }) => story)).toEqual(assignment.stories);
  });

  it('has three hints and a reason in both languages', () => {
    expect(assignment.hints.length).toBe(3);
    for (const text of [...assignment.hints, assignment.about, assignment.why])
      expect([text?.en, text?.zh].every((each) => (each ?? '').length > 0)).toBe(true);
  });
});

describe('a mistake in a solution', () => {
  it.each(mistakes)('of $of is found: $kind, $from', async ({ of, from, to }) => {
    const assignment = named(of);
    const text = (assignment.solution ?? '').replace(from, to);
    expect(text).not.toBe(assignment.solution);
    const findings = await tried(assignment, text);
    expect(findings.every(keeps)).toBe(false);
  });
});

describe('advice', () => {
  it('names the fence that nothing needs, and no other', async () => {
    const text = free.text.replace('  count = 0\n', '  fence\n  count = 0\n');
    const line = text.split('\n').indexOf('  fence', text.split('\n').indexOf('on commit')) + 2;
    const findings = await tried(free, text);
    expect(findings.every(keeps)).toBe(true);
    const given = await leaveOutEach(trying, findings);
    const needless = given.filter(({ broken }) => !broken).map((each) => each.line);
    expect(needless).toContain(line);
    expect(idleLines(findings)).toContain(line);
  });
});
