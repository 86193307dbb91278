import { cpus } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

// Tells if others use the machine: rates that are measured meanwhile say nothing.

/** The length of one look, ms, and how many quiet looks in a row are a quiet minute. */
const LOOK_MS = 5000;
const LOOKS = 12;
/** The share of the cores' time above which the machine is not quiet. */
const BUSY = 0.1;

function spent(): { busy: number; all: number } {
  const times = cpus().map(({ times: { user, nice, sys, irq, idle } }) => ({
    busy: user + nice + sys + irq,
    all: user + nice + sys + irq + idle,
  }));
  const sum = (of: 'busy' | 'all') => times.reduce((total, each) => total + each[of], 0);
  return { busy: sum('busy'), all: sum('all') };
}

/** The share of the cores' time that is used while this waits. */
async function busyShare(): Promise<number> {
  const before = spent();
  await pause(LOOK_MS);
  const after = spent();
  return (after.busy - before.busy) / Math.max(1, after.all - before.all);
}

/** Waits for a quiet minute, for so many minutes at most: false if none has come. */
export async function quietMinute(most: number, busy = busyShare): Promise<boolean> {
  const looks = most * LOOKS;
  for (let n = 0, quiet = 0; n < looks; n++) {
    quiet = (await busy()) < BUSY ? quiet + 1 : 0;
    if (quiet === LOOKS) return true;
  }
  return false;
}
