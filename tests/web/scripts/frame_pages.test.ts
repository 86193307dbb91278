import { expect, it } from 'vitest';
import { framePage } from '../../../web/scripts/vite/pages';

const index = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="default-src 'self'" />
    <meta name="description" content="Step through" />
    <link rel="icon" type="image/svg+xml" href="./icons/icon.svg">
    <link rel="manifest" href="./manifest.webmanifest">
    <link rel="stylesheet" crossorigin href="./assets/index.css">
    <script type="module" src="./assets/index.js"></script>
  </head>
</html>`;

it('does a page for frames keep policy, scripts and styles, and nothing of an installed site?', () => {
  const page = framePage(index, 'embed');
  expect(page).toContain('<html lang="en" data-page="embed">');
  for (const kept of ['Content-Security-Policy', 'assets/index.css', 'assets/index.js'])
    expect(page).toContain(kept);
  for (const gone of ['icon', 'manifest', 'description']) expect(page).not.toContain(gone);
});

it('is a page without a place for its name refused?', () => {
  expect(() => framePage('<!doctype html><html>', 'embed')).toThrow(/must begin with/);
});
