import type { Scenario } from '../../engine/protocol';
import type { VerifyFailure } from '../../engine/protocol/exploration';
import { withMutations } from '../../model/scenario/mutants';
import { scenarioText } from '../../model/scenario/scenario_text';
import { go } from '../../store/page/address';
import type { Services } from '../../store/page/services';
import { proposeCut } from '../../store/stage/stage_controls';
import type { BreakSubject } from './breakit_state';

type Cuts = VerifyFailure['cuts'];

/**
 * Opens the stage on a scenario with these mutations, makes the power cuts, and goes to the first
 * of them with the chosen surviving lines. Returns false where the engine refused the text or a
 * cut.
 */
export async function openCrash(
  services: Services,
  { source, base, scenario }: Omit<BreakSubject, 'scheme' | 'sites'>,
  mutations: readonly string[],
  cuts: Cuts,
): Promise<boolean> {
  const { stage } = services;
  const origin =
    source.kind === 'library'
      ? { kind: 'library' as const, id: source.id, base }
      : { kind: 'own' as const };
  const text = scenarioText(withMutations(scenario, mutations));
  // The place without cuts: the scenario's own faults are not made.
  if (!(await services.openAt(text, origin, { cuts: [] }))) return false;
  for (const { at, survive } of cuts) {
    stage.getState().goTo(at);
    if (await stage.getState().cut(survive)) return false;
  }
  standAt(services, cuts, true);
  return true;
}

/**
 * Opens a failure that is a scenario of its own in the same way: its faults are the power cuts, and
 * a mark explains them.
 */
export async function openFailure(
  services: Services,
  saved: Scenario,
  cuts: Cuts,
): Promise<boolean> {
  if (!(await services.openText(scenarioText(saved)))) return false;
  standAt(services, cuts, false);
  return true;
}

/** `cut`: the power is about to be cut there again. */
function standAt({ stage, address }: Services, [first]: Cuts, cut: boolean): void {
  if (first) stage.getState().goTo(first.at);
  if (first && cut) proposeCut(stage, first.survive);
  go(address, { view: 'stage', compare: undefined });
}
