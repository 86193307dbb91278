import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { replyTypes } from '../../web/scripts/formats/replies.mjs';
import { formats } from './told_fields';

/** CONTRIBUTING's table of what a thing takes, held against one of each kind that is there. */

interface Kind {
  readonly what: string;
  readonly told: readonly string[];
  readonly used: readonly string[];
  readonly checked: string;
  readonly examples: readonly string[];
}

const words = (cell: string): readonly string[] =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word);

function kindsOf(document: string): readonly Kind[] {
  const [, rows = ''] = /\n\| to add \|.*\n\|[ -|]+\n((?:\|.*\n)+)/.exec(document) ?? [];
  return rows
    .trim()
    .split('\n')
    .map((row) => {
      const [, what = '', told = '', used = '', checked = '', example = ''] = row.split('|');
      return {
        what: what.trim(),
        told: words(told),
        used: words(used),
        checked: words(checked).join(' '),
        examples: words(example),
      };
    });
}

const TEXT = /\.(cc|h|ts|tsx|mjs|json|md|txt|css)$/;
/** Written by a build, or by a command that lists everything there is; and the commands. */
const MADE = [
  'web/engine/generated',
  'docs/scorecard.md',
  'docs/proofs.md',
  'docs/mutations.md',
  'web/scripts',
  // The files that `lab -- formats` writes from the rows of the formats.
  'scenarios/schema/scenario.schema.json',
  'scenarios/schema/experiment.schema.json',
  ...['scenario_file', 'experiment_file', 'limits'].map((name) => `web/engine/protocol/${name}.ts`),
  ...replyTypes(formats, new Map()).map(([path]) => path),
  'docs/replies.md',
  'web/model/scenario/scenario_shape.ts',
  'web/model/experiment/experiment_shape.ts',
  ...['en', 'zh'].flatMap((language) =>
    ['field', 'choice'].map((what) => `web/stage/words/${language}_${what}_names.ts`),
  ),
];

function filesBelow(path: string): readonly string[] {
  if (MADE.includes(path)) return [];
  if (statSync(path).isFile()) return TEXT.test(path) ? [path] : [];
  return readdirSync(path).flatMap((name) => filesBelow(join(path, name)));
}

/** The paths that describe the project itself. */
const PROJECT = [
  'engine-wasm',
  'web',
  'scenarios/schema',
  'scenarios/course.json',
  'scenarios/codes.json',
  'docs',
];

const texts = new Map(
  PROJECT.flatMap(filesBelow).map((path) => [path, readFileSync(path, 'utf8')] as const),
);

/** Matches complete names: `subjects`, not `subjectsOf`. */
const holds = (text: string, names: readonly string[]): boolean =>
  names.some((name) =>
    new RegExp(`(?<![\\w-])${name.replaceAll('.', '\\.')}(?![\\w-])`).test(text),
  );

const isIn = (file: string, places: readonly string[]): boolean =>
  places.some((place) => file === place || file.startsWith(`${place}/`));

const isFolder = (place: string) => existsSync(place) && statSync(place).isDirectory();

const kinds = kindsOf(readFileSync('CONTRIBUTING.md', 'utf8'));

it('CONTRIBUTING says of eleven kinds of things which files they take, what checks them, and one of each', () => {
  expect(kinds.map(({ what }) => what)).toHaveLength(11);
  expect(
    kinds.filter(
      ({ told, checked, examples }) => told.length === 0 || checked === '' || examples.length === 0,
    ),
  ).toEqual([]);
});

describe.each(kinds)('$what', (kind) => {
  const found = [...texts].flatMap(([path, text]) => (holds(text, kind.examples) ? [path] : []));

  it('is told in every file that the table names', () => {
    expect(
      kind.told
        .filter((place) => texts.has(place) || isFolder(place))
        .filter((place) => !found.some((path) => isIn(path, [place])))
        .filter((place) => !kind.examples.some((each) => existsSync(`${place}/${each}.json`))),
    ).toEqual([]);
  });

  it('takes no file that the table does not name', () => {
    expect(found.filter((path) => !isIn(path, [...kind.told, ...kind.used]))).toEqual([]);
  });
});
