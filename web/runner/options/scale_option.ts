import { type PointWorker, planExperiment } from '../../engine/measure/client';
import type { LogInput } from '../../engine/measure/log_pieces';
import type { Scale } from '../../engine/protocol/experiment';
import { SCALES, scalesOf } from '../../model/experiment/experiment_scale';
import { readExperiment } from '../../model/experiment/experiment_text';
import { Complaint } from '../complaint';

/** The value of `--scale`. Throws Complaint. */
export function scaleOption(value: string | true | undefined): Scale | undefined {
  if (value === undefined) return undefined;
  const scale = SCALES.find((each) => each === value);
  if (!scale) throw new Complaint(`--scale is one of ${SCALES.join(', ')}, not ${value}`);
  return scale;
}

/** An accepted experiment's text at a scale; undefined where it has no such scale. */
export function textAtScale(text: string, scale: Scale | undefined): string | undefined {
  const file = readExperiment(text);
  if (scale === undefined || file.scale === scale) return text;
  return scalesOf(file).includes(scale) ? JSON.stringify({ ...file, scale }) : undefined;
}

/**
 * The text at a scale, after the engine has judged the file as it is, so that complaints have the
 * file's own lines. `input` is the text that its workload runs. Throws FileRefused, and Complaint
 * where the file has no such scale.
 */
export async function scaledText(
  place: PointWorker,
  text: string,
  scale: Scale | undefined,
  input?: LogInput,
): Promise<string> {
  await planExperiment(place, text, input);
  const scaled = textAtScale(text, scale);
  if (scaled === undefined) throw new Complaint(`--scale: the experiment has no ${scale} numbers`);
  return scaled;
}
