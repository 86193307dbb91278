/**
 * Texts that a field has told and not yet been given back. What comes back of them is older than
 * what the field has, and is not to be written into it.
 */
export class Echoes {
  private told: string[] = [];

  /** The field has told this text. */
  tell(text: string): void {
    this.told.push(text);
    // An owner that gives nothing back is not waited for.
    if (this.told.length > 64) this.told.shift();
  }

  /** Whether a text that is given is one that was told: it and all before it have come back. */
  comesBack(text: string): boolean {
    const at = this.told.lastIndexOf(text);
    if (at >= 0) this.told = this.told.slice(at + 1);
    else this.told = [];
    return at >= 0;
  }
}
