import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Found } from '../../web/breakit/library';
import { DEFAULT_REQUEST, verifyScenario } from '../../web/engine/explore/client';
import { LocalExploreWorker } from '../../web/engine/explore/local_worker';
import { loadEngine, projectRoot } from '../../web/runner/node_engine';

const read = (path: string) => readFileSync(join(projectRoot(), path), 'utf8');
const { found } = JSON.parse(read('scenarios/breakit/found.json')) as { found: Found[] };
const families = readdirSync(join(projectRoot(), 'tests/explore/families'))
  .map((name) => read(`tests/explore/families/${name}`))
  .join('');

// The findings on the crash explorer's page: the story of each is explored on its system by the
// families, and the present engine keeps its promise.
describe.each(found)('$story', ({ system, story }) => {
  const text = read(`scenarios/explore/own/${story}.json`);

  it('is a story of the system, of its families and of the document', () => {
    expect(JSON.parse(text).scheme.id).toBe(system);
    expect(families).toContain(`"own/${story}"`);
    expect(read('docs/crash-explorer.md')).toContain(`\`own/${story}\``);
  });

  it('breaks no promise any more', async () => {
    const place = new LocalExploreWorker(() => loadEngine('explore'));
    const outcome = await verifyScenario([place], text, { ...DEFAULT_REQUEST, depth: 0 });
    expect(outcome).toMatchObject({ failures: [], exact: true });
  });
});
