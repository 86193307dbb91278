import { expect, it } from 'vitest';
import { firstChunk } from '../../../web/scripts/vite/first_chunk';

const graph: Readonly<Record<string, readonly string[]>> = {
  '/web/main.tsx': ['/web/app.tsx', '/web/base.css'],
  '/web/app.tsx': ['/web/ui.ts', '/web/main.tsx'],
  '/web/ui.ts': [],
  '/web/lab.tsx': ['/web/ui.ts'],
  '/web/base.css': [],
};
const modules = {
  getModuleInfo: (id: string) => (graph[id] ? { importedIds: graph[id] } : null),
};

it('which modules are in the file that every page begins with?', () => {
  const nameOf = firstChunk('page', '/web/main.tsx');
  const named = Object.keys(graph).filter((id) => nameOf(id, modules) === 'page');
  expect(named).toEqual(['/web/main.tsx', '/web/app.tsx', '/web/ui.ts']);
});
