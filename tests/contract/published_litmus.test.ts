import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { WasmModule } from '../../web/engine/instance/wasm_module';
import type { Text } from '../../web/engine/protocol';
import { emptyModule, loadEngine } from '../web/support/load_engine';

/**
 * Litmus programs that others have published; the last line of a text says the outcome that they
 * give. Where the page's machine has another one the file says why, and a difference that vanishes
 * fails like one that comes up. Final values of registers and
 * memory are asked for by acknowledgements behind them, as an image has neither.
 */
interface Published {
  readonly id: string;
  readonly source: string;
  /** The place in the source. */
  readonly place: string;
  /** The question in one sentence, for readers who do not know its name. */
  readonly asks: Text;
  readonly text: string;
  /** The failure model; `adr` by default. */
  readonly model?: 'eadr';
  /** The source has the rule alone; program and outcome are reasoned from it. */
  readonly derived?: true;
  /** The name of the difference. */
  readonly differs?: string;
}
interface Source {
  readonly id: string;
  readonly name: Text;
  readonly where: string;
}
const library: {
  readonly sources: readonly Source[];
  readonly differences: Readonly<Record<string, Text>>;
  readonly programs: readonly Published[];
} = JSON.parse(readFileSync('scenarios/litmus/published.json', 'utf8'));
const { sources, differences, programs } = library;

const isAllowed = ({ text }: Published) => /^exists /m.test(text);
const isForbidden = ({ text }: Published) => /^never /m.test(text);

let engine: WasmModule;
beforeAll(async () => {
  engine = await WasmModule.instantiate(() => loadEngine('explore'), emptyModule);
});

describe.each(sources)('$id', ({ id: source }) => {
  it.each(programs.filter((each) => each.source === source))('$id', (program) => {
    const { whole, answer } = engine.litmus(program.text, program.model ?? 'adr');
    expect(whole).toBe(true);
    expect(answer?.satisfied).toBe(program.differs === undefined);
  });
});

it('each asks something of its own, in one sentence', () => {
  for (const { asks } of programs) {
    expect(asks.en).toMatch(/^[A-Z][^?]*\?$/);
    expect(asks.zh).toMatch(/^[^？]*？$/);
  }
  expect(new Set(programs.map(({ asks }) => asks.en)).size).toBe(programs.length);
});

it('each has a name, a source that is listed, and a difference that is explained', () => {
  expect(new Set(programs.map(({ id }) => id)).size).toBe(programs.length);
  expect(new Set(programs.map(({ source }) => source))).toEqual(new Set(sources.map((s) => s.id)));
  const named = programs.flatMap(({ differs }) => differs ?? []);
  expect([...new Set(named)].sort()).toEqual(Object.keys(differences).sort());
});

it('nothing that the hardware forbids is allowed here', () => {
  const differing = programs.filter(({ differs }) => differs !== undefined);
  expect(differing.filter((each) => !isAllowed(each))).toEqual([]);
  expect(programs.filter((each) => isAllowed(each) === isForbidden(each))).toEqual([]);
});

const names = (of: readonly Published[]) => of.map(({ id }) => `\`${id}\``).join(', ');

/** The table of docs/litmus.md. */
function tableOf(): string {
  const rows = sources.map(({ id, name, where }) => {
    const mine = programs.filter(({ source }) => source === id);
    const equal = mine.filter(({ differs }) => differs === undefined);
    const cells = [
      `${name.en} (${where})`,
      names(equal.filter(isAllowed)),
      names(equal.filter(isForbidden)),
      ...Object.keys(differences).map((cause) => names(mine.filter((p) => p.differs === cause))),
    ];
    return `| ${cells.join(' | ')} |`;
  });
  const causes = Object.keys(differences).map((cause) => `allowed, not here: ${cause}`);
  const head = ['source', 'allowed, here too', 'forbidden, here too', ...causes];
  return [`| ${head.join(' | ')} |`, `|${' --- |'.repeat(head.length)}`, ...rows].join('\n');
}

it('docs/litmus.md lists them', () => {
  const document = readFileSync('docs/litmus.md', 'utf8');
  expect(document).toContain(tableOf());
  const derived = programs.filter((each) => each.derived === true).length;
  expect(document).toContain(`${programs.length - derived} of them, written in its`);
  expect(document).toContain(`Of ${derived} more`);
  for (const text of Object.values(differences)) expect(document).toContain(text.en);
});
