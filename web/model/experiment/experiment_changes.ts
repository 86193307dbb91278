import type {
  ClaimFormula,
  ExperimentFile,
  Scale,
  SweptValue,
} from '../../engine/protocol/experiment';
import type { ChangedNumber, ExperimentChanges } from './change_fields';

export {
  CHANGED_NUMBERS,
  type ChangedNumber,
  type ExperimentChanges,
  NO_CHANGES,
} from './change_fields';

/** The file with the scale that the changes name. */
export function withChangedScale(file: ExperimentFile, { scale }: ExperimentChanges) {
  return scale === undefined ? file : { ...file, scale: scale as Scale };
}

/**
 * The text that the engine is to measure: both scales, as long as nothing else is changed. `scaled`
 * is the file with the numbers of the scale that the changes name.
 */
export function changedText(
  whole: ExperimentFile,
  scaled: ExperimentFile,
  changes: ExperimentChanges,
): string {
  const { scale: _named, ...others } = changes;
  const file = isChanged(others) ? withChanges(scaled, others) : withChangedScale(whole, changes);
  return JSON.stringify(file);
}

/** A file of one scale as changed; claims about values that are no longer measured are left out. */
export function withChanges(file: ExperimentFile, changes: ExperimentChanges): ExperimentFile {
  if (!isChanged(changes)) return file;
  const sweep: Record<string, readonly SweptValue[]> = { ...file.sweep };
  for (const [name, values] of Object.entries(changes.sweep)) {
    if (Object.hasOwn(sweep, name)) sweep[name] = values;
  }
  const claims = file.claims?.filter((claim) => !lostClaim(claim, sweep));
  return {
    ...withChangedScale(file, changes),
    ...(changes.numbers as Partial<ExperimentFile>),
    ...(file.sweep && { sweep }),
    ...(claims && { claims }),
  };
}

export function isChanged({ numbers, scale, sweep }: ExperimentChanges): boolean {
  const counts = Object.keys(numbers).length + Object.keys(sweep).length;
  return counts > 0 || scale !== undefined;
}

/** `changes` with another number; a number that equals the file's own is no change. */
export function withNumber(
  changes: ExperimentChanges,
  file: ExperimentFile,
  name: ChangedNumber,
  value: SweptValue,
): ExperimentChanges {
  const { [name]: _old, ...numbers } = changes.numbers;
  const same = value === (file[name] ?? 0);
  return { ...changes, numbers: same ? numbers : { ...numbers, [name]: value } };
}

export function withSweep(
  changes: ExperimentChanges,
  file: ExperimentFile,
  name: string,
  values: readonly SweptValue[],
): ExperimentChanges {
  const { [name]: _old, ...sweep } = changes.sweep;
  const same = JSON.stringify(values) === JSON.stringify(file.sweep?.[name]);
  return { ...changes, sweep: same ? sweep : { ...sweep, [name]: values } };
}

export function withScale(
  changes: ExperimentChanges,
  file: ExperimentFile,
  scale: string,
): ExperimentChanges {
  const { scale: _old, ...others } = changes;
  return scale === file.scale ? others : { ...others, scale };
}

function lostClaim(
  { num = {}, den = {} }: ClaimFormula,
  sweep: NonNullable<ExperimentFile['sweep']>,
): boolean {
  return [num, den].some((selection) =>
    Object.entries(selection).some(([name, wanted]) => {
      const values = Object.hasOwn(sweep, name) ? sweep[name] : undefined;
      const list = Array.isArray(wanted) ? wanted : [wanted];
      return values !== undefined && list.some((value) => !values.includes(value));
    }),
  );
}
