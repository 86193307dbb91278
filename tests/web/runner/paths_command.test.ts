import { describe, expect, it } from 'vitest';
import { profileIn } from '../../../web/runner/paths/callgrind';
import { pathCountsProblems } from '../../../web/runner/paths/path_counts';

const OUTPUT = `version: 1
creator: callgrind-3.19.0
events: Ir

fl=(1) program.c
fn=(1) main
16 2
cfn=(2) commit
calls=3 20
17 300
cfn=(3) lock
calls=1 50
18 40

fn=(2)
20 90
cfn=(3)
calls=6 50
21 210
cfn=(2)
calls=2 20
22 80

totals: 342
`;

describe('what callgrind has written', () => {
  it('has each function’s calls and inclusive instructions, calls of itself once', () => {
    const profile = profileIn(OUTPUT);
    expect(profile.total).toBe(342);
    expect(profile.of('commit')).toEqual({ calls: 3, instructions: 300 });
    expect(profile.of('lock')).toEqual({ calls: 7, instructions: 250 });
    expect(profile.of('unlock')).toEqual({ calls: 0, instructions: 0 });
  });
});

describe('a file of counts', () => {
  const file = {
    format: 1,
    id: 'a',
    software: 'A',
    compiler: 'gcc',
    tool: 'callgrind',
    conditions: 'none',
    operations: [{ id: 'look-up', in_transaction: 1, instructions: 9 }],
    parts: [{ id: 'begin', instructions: 3 }],
  };

  it('is taken as it should be', () => {
    expect(pathCountsProblems(file)).toEqual([]);
  });

  it.each([
    [[], ''],
    [{ ...file, format: 2 }, 'format'],
    [{ ...file, tool: 3 }, 'tool'],
    [{ ...file, parts: {} }, 'parts'],
    [{ ...file, parts: [{ instructions: 3 }] }, 'parts.0.id'],
    [{ ...file, parts: [null] }, 'parts.0.id'],
    [
      { ...file, operations: [{ id: 'a', in_transaction: 1, instructions: -3 }] },
      'operations.0.instructions',
    ],
  ])('is refused with the place: %j', (value, path) => {
    expect(pathCountsProblems(value).map((problem) => problem.path)).toEqual([path]);
  });
});
