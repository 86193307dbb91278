/** A 32-bit number made from a text: FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    hash ^= text.charCodeAt(i);
    hash = Math.imul(hash, 0x01000193);
  }
  return hash >>> 0;
}

/** Random choices that depend on a name alone: the same name gives the same choices everywhere. */
export class Dice {
  private state: number;

  constructor(name: string) {
    this.state = hashOf(name);
  }

  /** A whole number from 0 to `count` - 1. */
  below(count: number): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * count);
  }

  /** Returns true with this probability, in percent. */
  chance(percent: number): boolean {
    return this.below(100) < percent;
  }

  /** Returns one of them; undefined if there are none. */
  pick<T>(all: readonly T[]): T | undefined {
    return all[this.below(all.length)];
  }

  /** Returns all of them in a random order. */
  shuffled<T>(all: readonly T[]): T[] {
    const list = [...all];
    for (let i = list.length - 1; i > 0; i--) {
      const j = this.below(i + 1);
      [list[i], list[j]] = [list[j] as T, list[i] as T];
    }
    return list;
  }
}
