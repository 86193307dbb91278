import { describe, expect, it } from 'vitest';
import { FLAG_WAIT } from '../../../../web/engine/protocol';
import { cursorsAt, scriptHistory } from '../../../../web/model/trace/script_cursor';
import { joinPhases } from '../../../../web/model/trace/trace';
import { names, phaseOf, traceOf } from '../../support/made_traces';

const run = [
  { kind: 'statement', actor: 0, statement: 0 },
  { kind: 'statement', actor: 1, statement: 0 },
  { kind: 'lock-wait', actor: 1, statement: 0, flags: FLAG_WAIT },
  { kind: 'store', actor: 2 },
  { kind: 'statement', actor: 0, statement: 1 },
  { kind: 'lock-grant', actor: 1, statement: 0 },
  { kind: 'end', actor: 0 },
];

describe('the cursor of a thread', () => {
  const history = scriptHistory(traceOf(run));
  const at = (position: number) =>
    cursorsAt(history, position).map(({ statement, state }) => `${statement} ${state}`);

  it('stands before the script until the thread starts', () => {
    expect(at(0)).toEqual(['-1 before', '-1 before']);
  });

  it('follows statements, waits and the end', () => {
    expect(at(1)).toEqual(['0 running', '-1 before']);
    expect(at(3)).toEqual(['0 running', '0 waiting']);
    expect(at(5)).toEqual(['1 running', '0 waiting']);
    expect(at(6)).toEqual(['1 running', '0 running']);
    expect(at(7)).toEqual(['1 done', '0 running']);
  });
});

describe('waits', () => {
  it('last until the actor does something again', () => {
    expect(scriptHistory(traceOf(run)).waits).toEqual([{ actor: 1, from: 3, to: 6, event: 2 }]);
  });

  it('that a power cut ends last to the end of the run', () => {
    const cut = joinPhases(names, [phaseOf(0, 0, run), phaseOf(1, 4, [{ kind: 'phase' }])]);
    expect(scriptHistory(cut).waits).toEqual([{ actor: 1, from: 3, to: 5, event: 2 }]);
  });
});
