import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { runVerification } from '../../web/engine/explore/runner';
import { WasmModule } from '../../web/engine/instance/wasm_module';
import type { Assignment } from '../../web/own/model/assignment';
import { idleLines, keeps, standingOf } from '../../web/own/model/findings';
import { assignments, bench, examples, free } from '../../web/own/model/library';
import { storiesOf, storiesText } from '../../web/own/model/own_assignment';
import { type StoreHint, storeHints } from '../../web/own/model/store_hints';
import { FEATURES, type Feature, storyWith } from '../../web/own/model/story_features';
import { type Explore, leaveOutEach, tryStories } from '../../web/own/model/try_stories';
import { emptyModule, loadEngine } from '../web/support/load_engine';
import { mistakes } from './own_mistakes';

// The shipped content of the page of own logs, checked by the engine.

const documented = readFileSync('docs/own-examples.md', 'utf8');

let engine: WasmModule;
beforeAll(async () => {
  engine = await WasmModule.instantiate(() => loadEngine('explore'), emptyModule);
});

const TASK = { model: 'adr', maxRuns: 0, maxMb: 0, shard: 0, shards: 1 } as const;

const trying = {
  bench,
  signal: new AbortController().signal,
  explore: (async (text, { depth, first = false, maxRuns }) => ({
    ...(await runVerification(engine, text, { ...TASK, depth, first, maxRuns })),
    cancelled: false,
  })) satisfies Explore,
};
const tried = (assignment: Assignment, text: string) => tryStories(trying, assignment, text);

const named = (id: string): Assignment => {
  const found = [...assignments, ...examples].find((each) => each.id === id);
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
    expect(storeHints(findings)).toEqual([]);
  });

  it('has three hints and a reason in both languages', () => {
    expect(assignment.hints.length).toBe(3);
    for (const text of [...assignment.hints, assignment.about, assignment.why])
      expect([text?.en, text?.zh].every((each) => (each ?? '').length > 0)).toBe(true);
  });
});

/** The examples with stores that are worth a look. One of them keeps the promise all the same. */
const HINTS: Readonly<Record<string, readonly StoreHint[]>> = {
  'example-no-fence': [{ kind: 'unfenced', line: 11 }],
  'example-left-in-the-cache': [{ kind: 'unwritten', line: 23 }],
};

describe.each(examples)('the example $id', (example) => {
  it(`${example.kept ? 'keeps' : 'breaks'} the promise, and is in the documents`, async () => {
    const findings = await tried(example, example.text);
    expect(standingOf(example, findings).kind).toBe(example.kept ? 'kept' : 'broken');
    expect(storeHints(findings)).toEqual(HINTS[example.id] ?? []);
    const stands = `The promise is ${example.kept ? 'kept' : 'broken'}.`;
    const { title, about, text } = example;
    expect(documented).toContain(
      `## ${title.en}\n\n${about.en} ${stands}\n\n\`\`\`\n${text}\`\`\`\n`,
    );
  });
});

describe('a mistake in a solution or an example', () => {
  it.each(mistakes)('of $of is found: $kind, $from', async ({ of, from, to }) => {
    const assignment = named(of);
    const right = assignment.solution ?? assignment.text;
    const text = right.replace(from, to);
    expect(text).not.toBe(right);
    const findings = await tried(assignment, text);
    expect(findings.every(keeps)).toBe(false);
  });
});

describe('a story that is made of features', () => {
  const sets = FEATURES.flatMap((one, i) =>
    FEATURES.slice(i).map((other) => new Set([one, other])),
  );

  it('is taken by the engine, whatever it has, and a right program keeps it', async () => {
    const { text } = named('example-log-for-each-thread');
    for (const features of [new Set<Feature>(), ...sets, new Set(FEATURES)]) {
      const [story] = storiesOf(storiesText([storyWith(features)])) ?? [];
      if (!story) throw new Error('its text is no story');
      expect(story).toMatchObject(storyWith(features));
      const findings = await tried({ ...free, stories: [story] }, text);
      expect(findings.every(keeps), [...features].join()).toBe(true);
    }
  });

  it('has hidden ones in each assignment, and one that is not', () => {
    for (const { stories } of assignments)
      expect(new Set(stories.map(({ hidden = false }) => hidden))).toEqual(new Set([true, false]));
  });
});

const isBegin = (statement: string) => statement.startsWith('begin');

describe('a failure', () => {
  const of = async (text: string, assignment: Assignment = free) => {
    const standing = standingOf(assignment, await tried(assignment, text));
    if (standing.kind !== 'broken') throw new Error('the promise is kept');
    return standing.finding.outcome;
  };

  it('says where threads wait for each other', async () => {
    const example = named('example-two-latches');
    const { stuck, waits = [] } = await of(example.text, example);
    expect(stuck).toBe(true);
    const lines = example.text.split('\n');
    expect(waits.map(({ actor }) => actor)).toEqual([0, 1]);
    for (const { line } of waits) expect(lines[line - 1]).toMatch(/^ *acquire /);
  });

  it('says where recovery loses power once more, where one power cut does no harm', async () => {
    // The changes that recovery undoes must be durable before the log is empty, in a recovery
    // alone.
    const alone = `on recover
  i = count
  while i > 0
    i = i - 1
    [log[i].at] = log[i].old
    write_back [log[i].at]
  end
  count = 0
  write_back count
  fence
end
`;
    const text = free.text.slice(0, free.text.indexOf('on recover')) + alone;
    const { failures } = await of(text);
    const [first, second, ...more] = failures[0]?.cuts ?? [];
    expect(more).toEqual([]);
    expect(first?.line).toBeGreaterThan(0);
    const lines = text.split('\n');
    expect(lines[(second?.line ?? 0) - 1]).toMatch(/count/);
    expect(second?.line).toBeGreaterThan(lines.indexOf('on recover'));
  });
});

describe('advice', () => {
  it('says which store is never written back, in words that are no verdict', async () => {
    const [first] = assignments;
    if (!first) throw new Error('there are no assignments');
    const line = first.text.split('\n').indexOf('  [place] = value') + 1;
    expect(storeHints(await tried(first, first.text))).toEqual([{ kind: 'unwritten', line }]);
  });

  it('says which store is overwritten in vain, and by which', async () => {
    const text = free.text.replace('  count = i + 1\n', '  count = i\n  count = i + 1\n');
    const line = text.split('\n').indexOf('  count = i') + 1;
    const findings = await tried(free, text);
    expect(findings.every(keeps)).toBe(true);
    expect(storeHints(findings)).toEqual([{ kind: 'overwritten', line, by: line + 1 }]);
  });

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

  it('leads to the case that shows what is needed', async () => {
    const findings = await tried(free, free.text);
    const needed = (await leaveOutEach(trying, findings)).flatMap(({ broken }) => broken ?? []);
    expect(needed.length).toBeGreaterThan(3);
    for (const { finding, failure } of needed) {
      expect(finding.scenario.scheme.mutations).toHaveLength(1);
      expect(failure.replayed).toBe(true);
      expect(failure.cuts.length).toBeGreaterThan(0);
    }
  });

  it('says what is saved without a write-back that nothing needs, and a fence after it', async () => {
    const extra = 'nvm spare\n\non begin\n  spare = txn\n  write_back spare\n  fence\nend\n\n';
    const findings = await tried(free, extra + free.text);
    const given = await leaveOutEach(trying, findings);
    const of = (line: number) => given.find((each) => each.line === line);
    const [back, fence] = [of(5), of(6)];
    const begun = free.stories.flatMap(({ threads }) => threads.flat()).filter(isBegin).length;
    expect(back?.saves?.lineWrites).toBe(begun);
    expect(back?.saves?.ns).toBeGreaterThan(0);
    expect(fence?.saves).toMatchObject({ lineWrites: 0 });
    expect(fence?.saves?.ns).toBeGreaterThan(0);
    for (const { broken, saves } of given) expect(Boolean(broken)).toBe(saves === undefined);
  });
});
