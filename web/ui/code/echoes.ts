/**
 * The texts that a field has reported and not yet received back. A text that comes back is older
 * than the field's own, and must not be written into it.
 */
export class Echoes {
  private told: string[] = [];

  /** Notes that the field has reported this text. */
  tell(text: string): void {
    this.told.push(text);
    // The limit for an owner that returns nothing.
    if (this.told.length > 64) this.told.shift();
  }

  /** True if a given text is one that was reported: it and all before it have come back. */
  comesBack(text: string): boolean {
    const at = this.told.lastIndexOf(text);
    if (at >= 0) this.told = this.told.slice(at + 1);
    else this.told = [];
    return at >= 0;
  }
}
