import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { checkNative } from '../../../web/runner/native_program';

const check = () => checkNative('afterimage_fast');

let root: string;
const before = process.env.AFTERIMAGE_ROOT;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'afterimage-native-'));
  process.env.AFTERIMAGE_ROOT = root;
  await mkdir(join(root, 'engine-wasm/tier'), { recursive: true });
  await mkdir(join(root, 'build/native'), { recursive: true });
  await put('engine-wasm/tier/nvm.h', 1000);
});

afterEach(async () => {
  if (before === undefined) delete process.env.AFTERIMAGE_ROOT;
  else process.env.AFTERIMAGE_ROOT = before;
  await rm(root, { recursive: true });
});

async function put(name: string, second: number) {
  await writeFile(join(root, name), '');
  await utimes(join(root, name), second, second);
}

it('refuses a native program that is not there', async () => {
  await expect(check()).rejects.toThrow('afterimage_fast is not built');
});

it('refuses one that is older than a source, however deep', async () => {
  await put('build/native/afterimage_fast', 2000);
  await expect(check()).resolves.toBeUndefined();
  await put('engine-wasm/tier/nvm.h', 3000);
  await expect(check()).rejects.toThrow('older than its sources');
});
