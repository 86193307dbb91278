import { expect, it } from 'vitest';
import { publishedFigure } from '../../../../web/lab/model/scorecard/published_figure';
import { experimentFiles } from '../../../contract/scenario_files';

/** An experiment on a measured server, and one that no paper of the systems has made. */
const OF_NO_PAPER = ['server-commits', 'ycsb'];

it('every figure that ships says its number, and of which paper it is, with authors, venue and year', () => {
  const files = experimentFiles().map(({ name }) => name.replace(/\.json$/, ''));
  for (const id of files.filter((each) => !OF_NO_PAPER.includes(each))) {
    const of = publishedFigure(id);
    expect(of?.cite, id).toMatch(/^\p{Lu}.+, .+: .+ 20\d\d$/u);
    expect(of?.figure !== undefined, id).toBe(id.includes('-fig'));
  }
  expect(publishedFigure('pcm-fig12b')?.figure).toBe('12b');
  expect(publishedFigure('nvl-fig12-commit')?.figure).toBe('12');
});

it('an experiment of one’s own is of no paper', () => {
  expect(publishedFigure('my-experiment')).toBeUndefined();
  expect(OF_NO_PAPER.map(publishedFigure)).toEqual([undefined, undefined]);
});
