/** Something in a worker of its own (or, in tests, in this thread). */
interface Disposable {
  dispose(): void;
}

/** Workers that do the same work side by side, started by whoever needs some, and ended together at the latest. */
export class Pool<Member extends Disposable> {
  private readonly members = new Set<Member>();

  constructor(private readonly start: () => Member) {}

  /** So many more. */
  take(count: number): readonly Member[] {
    const taken = Array.from({ length: count }, this.start);
    for (const member of taken) this.members.add(member);
    return taken;
  }

  /** Ends these, with all of their memory. */
  end(members: Iterable<Member> = this.members): void {
    for (const member of [...members]) {
      member.dispose();
      this.members.delete(member);
    }
  }
}
