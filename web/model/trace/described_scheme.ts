import type { Description, Listing, SchemeDescription } from '../../engine/protocol';

/** A session's information about its system. */
interface Named {
  readonly scheme: string;
  readonly programText?: string;
  readonly structures?: SchemeDescription['structures'];
}

/** Two spaces of a program's line are one level of a listing's. */
const indentOf = (line: string): number => Math.floor((/^ */.exec(line)?.[0].length ?? 0) / 2);

/** A program's text as a listing: line n has the label `before` + n. */
export function listingOf(text: string, before: number): Listing {
  const lines = text.replace(/\n$/, '').split('\n');
  return {
    id: 'program',
    title: { en: 'the program', zh: '程序' },
    lines: lines.map((line, index) => {
      const shown = line.trim();
      return {
        label: before + index + 1,
        indent: indentOf(line),
        text: { en: shown, zh: shown },
        why: { en: '', zh: '' },
      };
    }),
  };
}

/**
 * The system of a session; undefined where it is not described. A user's program is the first
 * listing of its system.
 */
export function describedScheme(
  { schemes, own }: Pick<Description, 'schemes' | 'own'>,
  { scheme, programText, structures = own?.scheme.structures ?? [] }: Named,
): SchemeDescription | undefined {
  if (own?.scheme.id !== scheme) return schemes.find(({ id }) => id === scheme);
  const program = listingOf(programText ?? own.standard, own.labelBefore);
  return { ...own.scheme, structures, listings: [program, ...own.scheme.listings] };
}
