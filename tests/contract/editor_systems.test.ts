import { describe, expect, it } from 'vitest';
import { Session } from '../../web/engine/instance/session';
import { loadEngine } from '../../web/runner/node_engine';
import { leavesSystem, textOfDraft, withoutCourse } from '../../web/stage/editor/draft';
import { formFrom, withScheme } from '../../web/stage/editor/form_state';
import { lectureFiles } from './scenario_files';

// In the editor's form a lecture can be put on any other system: its script runs there, without its
// course.

const session = new Session(await loadEngine('explore'));
const description = (await loadEngine('explore')).describe();
/**
 * Lectures with a value that some other system cannot have, or that asks for more than its own
 * default log.
 */
const MENDED: readonly string[] = [
  'fence-is-not-free.json',
  'torn-page-repaired.json',
  'new-page-in-two-chains.json',
  'split-in-four-chains.json',
  'tpcc-new-order-wal.json',
];

const word = ((key: string) => key) as Parameters<typeof textOfDraft>[1];

describe.each(lectureFiles())('the script of $name', ({ name, text, scenario }) => {
  const others = description.schemes.filter(({ id }) => id !== scenario.scheme.id);

  it.each(others.map(({ id }) => id))('runs on %s', (id) => {
    const form = withScheme(formFrom(scenario), id, description);
    const course = 'marks' in scenario || 'facts' in scenario || 'faults' in scenario;
    expect(leavesSystem(form, text)).toBe(course);
    const read = textOfDraft({ mode: 'form', form: withoutCourse(form) }, word);
    if (!('text' in read)) throw new Error(JSON.stringify(read.problems));
    const opened = session.open(read.text);
    const problems = opened.ok ? [] : opened.problems.map(({ path }) => path);
    // A parameter that the other system has, but not with this value, is the form's to mend: it
    // shows it.
    expect(problems.filter((path) => !path.startsWith('scheme.params'))).toEqual([]);
    expect(problems.length).toBeLessThanOrEqual(MENDED.includes(name) ? 1 : 0);
  });
});
