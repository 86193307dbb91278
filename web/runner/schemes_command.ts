import { loadEngine } from './node_engine';
import { parseArguments } from './options/command_line';
import { writeResult } from './output';

/** `lab schemes [--out F]`: prints the engine's description of itself as JSON. */
export async function schemesCommand(args: readonly string[]): Promise<number> {
  const { options } = parseArguments(args, ['out']);
  const engine = await loadEngine('explore');
  await writeResult(JSON.stringify(engine.describe(), null, 2), options.out);
  return 0;
}
