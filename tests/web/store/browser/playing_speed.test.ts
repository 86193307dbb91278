import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** The speed as a page finds it, with what the browser has kept. */
async function opened(kept: Record<string, string>) {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, value: string) => {
      kept[key] = value;
    },
    removeItem: (key: string) => {
      delete kept[key];
    },
  });
  return import('../../../../web/store/browser/playing_speed');
}

it('waits are as long as written, half as long and twice as long, and the choice is found again', async () => {
  const kept: Record<string, string> = {};
  const first = await opened(kept);
  expect(first.atSpeed(750)).toBe(750);
  first.playingSpeed.setState({ speed: '2' });
  expect(first.atSpeed(750)).toBe(375);
  vi.resetModules();
  const again = await opened(kept);
  expect(again.atSpeed(750)).toBe(375);
  again.playingSpeed.setState({ speed: '0.5' });
  expect(again.atSpeed(750)).toBe(1500);
});

it('what is no speed is set aside, and playing goes as written', async () => {
  const kept = { 'afterimage.speed': '"9"' };
  const { atSpeed } = await opened(kept);
  expect(atSpeed(750)).toBe(750);
});
