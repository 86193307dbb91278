import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  define: { 'import.meta.env.VITE_SINGLE': 'false' },
  test: {
    root: fileURLToPath(new URL('../..', import.meta.url)),
    include: ['tests/postgres/**/*.test.ts'],
    testTimeout: 60_000,
  },
});
