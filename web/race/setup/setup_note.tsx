import { systemOf } from '../../model/experiment/system_of';
import { useTranslation } from '../../ui/i18n';
import { useRecoveryWords } from '../../ui/i18n/words/use_recovery_words';
import { useText } from '../../ui/use_text';
import { isUsual, type RaceSetup, type UsualSetup, usualSetup } from '../model/race';
import { useOpenRace, useRace, useRaceStore } from '../race_context';
import { useRacerNames } from '../racer_name';

/**
 * The note beside the result: the machine and the kind of commits, with a button for the other
 * usual set-up.
 */
export function SetupNote() {
  const text = useText();
  const w = useRecoveryWords();
  const { setup } = useOpenRace();
  const description = useRace((state) => state.description);
  const names = useRacerNames(setup);
  const machine = description.machines.find(({ id }) => id === setup.machine);
  const commits = setup.racers.flatMap((racer, n) => {
    const params = systemOf(description, racer.scheme)?.params;
    const commit = params?.find(({ id }) => id === 'commit');
    const value = racer.params.commit ?? commit?.default;
    const choice = commit?.choices?.find(({ id }) => id === value);
    return choice ? [{ n, system: names[n] ?? '', choice: text(choice.title) }] : [];
  });
  return (
    <section className="race-note" data-testid="race-note">
      <p>
        {w('setup', { machine: machine ? text(machine.title) : setup.machine })}{' '}
        {commits.map(({ n, system, choice }) => (
          <span key={n}>{w('commitOf', { system, choice })} </span>
        ))}
      </p>
      <p>
        {(['paper', 'today'] as const)
          .filter((which) => !isUsual(description, setup, which))
          .map((which) => (
            <Usual key={which} which={which} setup={setup} />
          ))}
      </p>
    </section>
  );
}

function Usual({ which, setup }: { which: UsualSetup; setup: RaceSetup }) {
  const { t } = useTranslation();
  const w = useRecoveryWords();
  const store = useRaceStore();
  const description = useRace((state) => state.description);
  const busy = useRace((state) => state.work !== 'none');
  const race = async () => {
    await store.getState().change(usualSetup(description, setup, which));
    await store.getState().run();
  };
  return (
    <button
      type="button"
      className="link-button"
      disabled={busy}
      title={t('race.again')}
      onClick={() => void race()}
    >
      {w(which === 'paper' ? 'papers' : 'todays')}
    </button>
  );
}
