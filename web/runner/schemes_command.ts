import { parseArguments } from './command_line';
import { loadEngine } from './node_engine';
import { writeResult } from './output';

/** `lab schemes [--out F]`: the engine's description of itself as JSON. */
export async function schemesCommand(args: readonly string[]): Promise<number> {
  const { options } = parseArguments(args, ['out']);
  const engine = await loadEngine('explore');
  await writeResult(JSON.stringify(engine.describe(), null, 2), options.out);
  return 0;
}
