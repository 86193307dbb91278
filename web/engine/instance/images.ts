/** The size of a page. Images share the pages that have not changed since the image before. */
export const PAGE_BYTES = 4096;

export interface ImageLimits {
  /** The most bytes that all images together may take. */
  readonly budgetBytes: number;
  /** The number of events between two images while the budget lasts; thinning doubles it. */
  readonly spacing: number;
  /** The longest that replaying from one image to the next may take, in milliseconds. */
  readonly replayMs: number;
}

export const IMAGE_LIMITS: ImageLimits = { budgetBytes: 96 << 20, spacing: 2048, replayMs: 12 };

const MIN_SPACING = 256;

interface Page {
  readonly bytes: Uint8Array;
  /** The images that hold it. */
  users: number;
}

/** A copy of the linear memory in use after `at` events of segment `segment` of the plan. */
export interface Image {
  readonly segment: number;
  readonly at: number;
  readonly byteLength: number;
  readonly pages: readonly Page[];
}

/**
 * Copies of linear memory along a plan, for going back. A segment is the part of a run between two
 * power cuts; an image belongs to the cuts before its segment and is dropped with them.
 *
 * Over budget, images closer together than twice the spacing go first; a segment's first image
 * stays as long as any later one of it, so that its cut need not be made again.
 */
export class ImageStore {
  /** The images of each segment, sorted by position. */
  private segments: Image[][] = [];
  private usedBytes = 0;
  private gap: number;
  private thinned = false;

  constructor(private readonly limits: ImageLimits = IMAGE_LIMITS) {
    this.gap = limits.spacing;
  }

  /** The number of events between two images now. */
  get spacing(): number {
    return this.gap;
  }

  get bytes(): number {
    return this.usedBytes;
  }

  get count(): number {
    return this.segments.reduce((sum, images) => sum + images.length, 0);
  }

  /**
   * Learns the costs, in milliseconds: a slow scenario gets denser images, but never so dense that
   * taking them costs more than running.
   */
  tune(msPerEvent: number, msPerImage: number): void {
    if (this.thinned || msPerEvent <= 0) return;
    const affordable = Math.floor(this.limits.replayMs / msPerEvent);
    const dearest = Math.ceil(msPerImage / msPerEvent);
    const wanted = Math.max(MIN_SPACING, dearest, Math.min(this.limits.spacing, affordable));
    this.gap = Math.min(this.limits.spacing, wanted);
  }

  /** Returns the newest image at or before `at` in this segment, or undefined. */
  nearest(segment: number, at: number): Image | undefined {
    return this.segments[segment]?.findLast((image) => image.at <= at);
  }

  /** Returns the first position after `at` where this segment should have another image. */
  nextDue(segment: number, at: number): number {
    const before = this.nearest(segment, at)?.at ?? at;
    return Math.max(before + this.gap, at + 1);
  }

  /** Keeps a copy of `memory`, unless this segment has an image close before or at `at`. */
  add(segment: number, at: number, memory: Uint8Array): void {
    const before = this.nearest(segment, at);
    if (before && at - before.at < this.gap) return;
    const image = this.copy(segment, at, memory, before ?? this.lastBefore(segment));
    this.segments[segment] ??= [];
    const images = this.segments[segment];
    images.splice(images.indexOf(before as Image) + 1, 0, image);
    while (this.usedBytes > this.limits.budgetBytes && this.thin());
  }

  /** Drops the images of segment `first` and all later ones. */
  dropFrom(first: number): void {
    for (const images of this.segments.splice(first)) {
      for (const image of images ?? []) this.release(image);
    }
  }

  clear(): void {
    this.dropFrom(0);
    this.gap = this.limits.spacing;
    this.thinned = false;
  }

  private lastBefore(segment: number): Image | undefined {
    for (let n = segment - 1; n >= 0; n--) {
      const last = this.segments[n]?.at(-1);
      if (last) return last;
    }
    return undefined;
  }

  private copy(segment: number, at: number, memory: Uint8Array, like: Image | undefined): Image {
    const old = like?.pages ?? [];
    const pages: Page[] = [];
    for (let start = 0, n = 0; start < memory.byteLength; start += PAGE_BYTES, n++) {
      const now = memory.subarray(start, start + PAGE_BYTES);
      const shared = old[n];
      const page =
        shared && sameBytes(shared.bytes, now) ? shared : { bytes: now.slice(), users: 0 };
      if (page.users++ === 0) this.usedBytes += page.bytes.byteLength;
      pages.push(page);
    }
    return { segment, at, byteLength: memory.byteLength, pages };
  }

  private release(image: Image): void {
    for (const page of image.pages) {
      if (--page.users === 0) this.usedBytes -= page.bytes.byteLength;
    }
  }

  /** Doubles the spacing and drops what is now too close; false when nothing more can go. */
  private thin(): boolean {
    if (this.count <= 1) return false;
    const before = this.count;
    this.thinned = true;
    this.gap *= 2;
    this.segments = this.segments.map((images) => this.spread(images));
    if (this.count === before) this.dropOldestSegment();
    return true;
  }

  /** One segment's images at least the spacing apart. */
  private spread(images: Image[]): Image[] {
    const kept: Image[] = [];
    for (const image of images) {
      const last = kept.at(-1);
      if (!last || image.at - last.at >= this.gap) kept.push(image);
      else this.release(image);
    }
    return kept;
  }

  /**
   * Drops, as a last resort, the images of segments in the middle, which are then reached by
   * cutting again.
   */
  private dropOldestSegment(): void {
    const held = this.segments.findIndex((images, n) => n > 0 && (images?.length ?? 0) > 0);
    const victim = held > 0 && this.count > 1 ? held : 0;
    const images = this.segments[victim] ?? [];
    const dropped = victim > 0 ? images.splice(0) : images.splice(1);
    for (const image of dropped) this.release(image);
  }
}

/** Writes an image back over `memory`, which is at least as long; the rest becomes zero. */
export function restoreImage(image: Image, memory: Uint8Array): void {
  let start = 0;
  for (const page of image.pages) {
    memory.set(page.bytes, start);
    start += page.bytes.byteLength;
  }
  memory.fill(0, start);
}

/**
 * Copies word by word: linear memory and pages are both aligned to 8 bytes or shorter than a page.
 */
function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.byteLength !== b.byteLength) return false;
  const words = a.byteLength >> 2;
  const wordsA = new Uint32Array(a.buffer, a.byteOffset, words);
  const wordsB = new Uint32Array(b.buffer, b.byteOffset, words);
  for (let i = 0; i < words; i++) if (wordsA[i] !== wordsB[i]) return false;
  for (let i = words << 2; i < a.byteLength; i++) if (a[i] !== b[i]) return false;
  return true;
}
