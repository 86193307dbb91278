import { parsedJson } from '../values/json_text';
/**
 * A stretch of a JSON text; line and column count from 1, in characters as an editor shows them.
 */
export interface JsonPlace {
  readonly from: number;
  readonly to: number;
  readonly line: number;
  readonly column: number;
}

interface Node {
  readonly from: number;
  to: number;
  readonly members?: { readonly key: string; readonly from: number; readonly value: Node }[];
  readonly elements?: Node[];
}

/**
 * The place in a text of the value that a path names (`threads[0][3]`,
 * `machine.overrides.nvm.slowdown`: a key may have dots). If there is no such value, the beginning
 * of the nearest one around it. In a text that breaks off, everything before the break is found.
 * Undefined where nothing of the path exists.
 */
export function placeOf(text: string, path: string): JsonPlace | undefined {
  let node = new Reader(text).document();
  if (!node) return undefined;
  let rest = path;
  let from = node.from;
  while (rest !== '') {
    const next = childOf(node, rest);
    if (!next) {
      // A part is missing in here: its key and its bracket identify the value.
      return span(text, from, Math.min(node.to, node.from + 1));
    }
    node = next.node;
    from = next.from;
    rest = next.rest;
  }
  return span(text, from, node.to);
}

/** The child that the path names first, and the rest of the path. */
function childOf(node: Node, path: string): { node: Node; from: number; rest: string } | undefined {
  const index = /^\[(\d+)\]\.?/.exec(path);
  if (index) {
    const element = node.elements?.[Number(index[1])];
    return element && { node: element, from: element.from, rest: path.slice(index[0].length) };
  }
  const named = (node.members ?? []).filter(
    ({ key }) => path.startsWith(key) && /^(?:$|[.[])/.test(path.slice(key.length)),
  );
  const longest = named.reduce<(typeof named)[number] | undefined>(
    (most, each) => (each.key.length > (most?.key.length ?? -1) ? each : most),
    undefined,
  );
  if (!longest) return undefined;
  const rest = path.slice(longest.key.length).replace(/^\./, '');
  return { node: longest.value, from: longest.from, rest };
}

/** The stretch between two offsets. */
export function span(text: string, from: number, to: number): JsonPlace {
  const before = text.slice(0, from);
  const line = before.split('\n').length;
  const column = [...before.slice(before.lastIndexOf('\n') + 1)].length + 1;
  return { from, to: Math.max(from, to), line, column };
}

/**
 * The character at a line and a column that counts bytes of UTF-8, as the engine does; both from 1.
 */
export function byteSpan(text: string, line: number, byteColumn: number): JsonPlace {
  const lines = text.split('\n');
  const row = Math.min(line, lines.length);
  const start = lines.slice(0, row - 1).reduce((sum, each) => sum + each.length + 1, 0);
  const encoder = new TextEncoder();
  let bytes = 1;
  let at = 0;
  for (const character of lines[row - 1] ?? '') {
    if (bytes >= byteColumn) break;
    bytes += encoder.encode(character).length;
    at += character.length;
  }
  return span(text, start + at, Math.min(text.length, start + at + 1));
}

/** Reads positions and nothing else; a text that is no JSON ends it. */
class Reader {
  private at = 0;
  private broken = false;

  constructor(private readonly text: string) {
    if (text.startsWith('\uFEFF')) this.at = 1;
  }

  document(): Node | undefined {
    return this.value(0);
  }

  private value(depth: number): Node | undefined {
    this.space();
    const first = this.text[this.at];
    if (first === undefined || depth > 64) {
      this.broken = true;
      return undefined;
    }
    if (first === '{') return this.object(depth);
    if (first === '[') return this.array(depth);
    const from = this.at;
    if (first === '"') this.string();
    else this.word();
    return { from, to: this.at };
  }

  private object(depth: number): Node {
    const node = {
      from: this.at,
      to: this.text.length,
      members: [] as NonNullable<Node['members']>,
    };
    this.at++;
    if (this.take('}')) return ended(node, this.at);
    do {
      this.space();
      const from = this.at;
      if (this.text[this.at] !== '"') return this.stop(node);
      const key = this.string();
      if (!this.take(':')) return this.stop(node);
      const value = this.value(depth + 1);
      if (value) node.members.push({ key, from, value });
      if (this.broken) return node;
    } while (this.take(','));
    return this.take('}') ? ended(node, this.at) : this.stop(node);
  }

  private array(depth: number): Node {
    const node = { from: this.at, to: this.text.length, elements: [] as Node[] };
    this.at++;
    if (this.take(']')) return ended(node, this.at);
    do {
      const value = this.value(depth + 1);
      if (value) node.elements.push(value);
      if (this.broken) return node;
    } while (this.take(','));
    return this.take(']') ? ended(node, this.at) : this.stop(node);
  }

  /** The text between quotes; the reader is behind the closing one. */
  private string(): string {
    const from = this.at;
    this.at++;
    while (
      this.at < this.text.length &&
      this.text[this.at] !== '"' &&
      this.text[this.at] !== '\n'
    ) {
      this.at += this.text[this.at] === '\\' ? 2 : 1;
    }
    this.broken ||= this.text[this.at] !== '"';
    this.at = Math.min(this.text.length, this.at + (this.broken ? 0 : 1));
    try {
      return String(parsedJson(this.text.slice(from, this.at)));
    } catch {
      this.broken = true;
      return '';
    }
  }

  private word(): void {
    const found = /[^\s,:[\]{}"]+/y;
    found.lastIndex = this.at;
    const match = found.exec(this.text);
    this.broken ||= !match;
    this.at += match?.[0].length ?? 0;
  }

  private space(): void {
    while (/\s/.test(this.text[this.at] ?? '')) this.at++;
  }

  private take(character: string): boolean {
    this.space();
    if (this.text[this.at] !== character) return false;
    this.at++;
    return true;
  }

  private stop<T extends Node>(node: T): T {
    this.broken = true;
    return node;
  }
}

function ended<T extends { to: number }>(node: T, at: number): T {
  node.to = at;
  return node;
}
