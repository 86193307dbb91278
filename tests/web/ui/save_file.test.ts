import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { saveScenario } from '../../../web/ui/save_file';

const saved: { name: string; blob: Blob }[] = [];
let blob: Blob;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', {
    createElement: () => ({
      download: '',
      click() {
        saved.push({ name: this.download, blob });
      },
    }),
  });
  vi.spyOn(URL, 'createObjectURL').mockImplementation((made) => {
    blob = made as Blob;
    return 'blob:made';
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it.each([
  ['{"id": "which-fence"}', 'which-fence.json'],
  ['{"id": "which-', 'scenario.json'],
  ['', 'scenario.json'],
  ['null', 'scenario.json'],
  ['{"id": 7}', 'scenario.json'],
  ['{}', 'scenario.json'],
])('the text %s is saved as it is, as %s', async (text, name) => {
  saveScenario(text);
  const last = saved.at(-1);
  expect(last?.name).toBe(name);
  expect(await last?.blob.text()).toBe(text);
});
