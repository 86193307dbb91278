import type { ExperimentFile } from '../../engine/protocol/experiment';
import { readExperiment } from '../../model/experiment/experiment_text';
import { withPrice } from '../../model/experiment/machine_prices';
import { Complaint } from '../complaint';

const FORM = /^([a-z]+\.[a-z0-9_]+)=([0-9]+)$/;

/**
 * An experiment's text with a price of its machine replaced; `given` has the form
 * `cpu.instruction_ps=750`. If the experiment sweeps that price, the sweep stays. Throws Complaint
 * where it has another form; the engine refuses unknown prices.
 */
export function atPrice(text: string, given: string | true | undefined): string {
  if (given === undefined) return text;
  const [, name, value] = (typeof given === 'string' && FORM.exec(given)) || [];
  if (name === undefined || value === undefined)
    throw new Complaint('--price: a name and a whole number, such as cpu.instruction_ps=750');
  return JSON.stringify(withPrice(experimentIn(text), name, Number(value)));
}

function experimentIn(text: string): ExperimentFile {
  try {
    return readExperiment(text);
  } catch (error) {
    throw new Complaint(`--price: this is no experiment: ${(error as Error).message}`);
  }
}
