import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '../../../web/runner/node_engine';
import { bundleRunner } from '../../../web/scripts/lab.mjs';

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The runner as `npm run lab` starts it, without the building, in a folder of its own. */
export async function labRunner(name: string) {
  const folder = mkdtempSync(join(tmpdir(), `afterimage-${name}-`));
  const entry = await bundleRunner();
  const environment = { cwd: folder, env: { ...process.env, AFTERIMAGE_ROOT: projectRoot() } };
  const lab = (...args: string[]): Promise<Ended> =>
    promisify(execFile)(process.execPath, [entry, ...args], {
      ...environment,
      maxBuffer: 1 << 26,
    })
      .then(({ stdout, stderr }) => ({ code: 0, stdout, stderr }))
      .catch(({ code, stdout, stderr }: Ended) => ({ code, stdout, stderr }));
  /** Writes a file there; gives its name. */
  const file = (name: string, content: unknown): string => {
    const given = typeof content === 'string' || Buffer.isBuffer(content);
    writeFileSync(join(folder, name), given ? content : JSON.stringify(content));
    return name;
  };
  return { folder, entry, environment, lab, file };
}

export type LabRunner = Awaited<ReturnType<typeof labRunner>>;
