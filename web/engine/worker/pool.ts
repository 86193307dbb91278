/** A service in a worker of its own (or, in tests, in this thread). */
interface Disposable {
  dispose(): void;
}

/**
 * Workers that do the same work side by side, started on demand, and ended together at the latest.
 */
export class Pool<Member extends Disposable> {
  private readonly members = new Set<Member>();

  constructor(private readonly start: () => Member) {}

  /** Adds one more. */
  add(): Member {
    const member = this.start();
    this.members.add(member);
    return member;
  }

  /** Adds this many, and returns them. */
  take(count: number): readonly Member[] {
    return Array.from({ length: count }, () => this.add());
  }

  /** Ends these, with all of their memory. */
  end(members: Iterable<Member> = this.members): void {
    for (const member of [...members]) {
      member.dispose();
      this.members.delete(member);
    }
  }
}
