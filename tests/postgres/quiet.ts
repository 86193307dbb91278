import { cpus } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

// Whether others use the machine: rates that are measured meanwhile say nothing.

/** What is looked at at once, ms, and how many of these in a row are a quiet minute. */
const LOOK_MS = 5000;
const LOOKS = 12;
/** A larger share of the cores' time is somebody's work. */
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

/** Waits for a quiet minute, for so many minutes at most: false where none has come. */
export async function quietMinute(most: number, busy = busyShare): Promise<boolean> {
  const looks = most * LOOKS;
  for (let n = 0, quiet = 0; n < looks; n++) {
    quiet = (await busy()) < BUSY ? quiet + 1 : 0;
    if (quiet === LOOKS) return true;
  }
  return false;
}
