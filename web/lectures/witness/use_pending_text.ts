import type { PhaseTrace } from '../../engine/protocol';
import { labelsOf } from '../../model/frame/item_labels';
import { type Account, type PendingFate, standsIn } from '../../model/questions/account';
import { useOnStage } from '../../store/stage/stage_context';
import { useTranslation } from '../../ui/i18n';
import { thingText } from '../../ui/sentence/event_words';
import { useText } from '../../ui/use_text';
import '../../ui/i18n/later_words';

/**
 * Returns functions for the title of a structure, and for the name of a store that was pending at a
 * power cut.
 */
export function usePendingName(parts: readonly PhaseTrace[]) {
  const { t } = useTranslation();
  const text = useText();
  const structures = useOnStage(({ session }) => session.scheme.structures);
  const infoOf = (id: string) => structures?.find((each) => each.id === id);
  const title = (id: string) => {
    const found = infoOf(id);
    return found ? text(found.title) : '';
  };
  const labels = labelsOf(parts);
  const name = ({ structure, key, tier }: PendingFate): string =>
    thingText(t, text, infoOf(structure), { key, blocks: tier === 'disk', labels });
  /**
   * The name of each; equal names are told apart by their places in the order of their addresses.
   */
  const names = (pending: readonly PendingFate[]): ReadonlyMap<PendingFate, string> => {
    const all = pending.map((each) => [each, name(each)] as const);
    return new Map(
      all.map(([each, own]) => {
        const alike = all.flatMap(([other, word]) => (word === own ? [other] : []));
        if (alike.length < 2) return [each, own];
        const number = 1 + alike.filter(({ address }) => address < each.address).length;
        const place = t(each.tier === 'disk' ? 'cut.sector' : 'cut.line', { number });
        return [each, `${own}${t('tiers.and')}${place}`];
      }),
    );
  };
  return { title, names };
}

/**
 * Returns functions that name a store that was pending at a power cut, and describe its content.
 */
export function usePendingText(account: Account) {
  const { title, names } = usePendingName(account.run.parts);
  /** The content of a sector that arrived; '' where the stage does not show it. */
  const content = (pending: PendingFate): string =>
    standsIn(account.after, pending)
      .map(({ structure, items }) => {
        const held = items.map(({ label, fields }) => {
          const kind = fields.find((field) => field.name.en === 'kind')?.value;
          return [label, kind].filter(Boolean).join(' ');
        });
        return `${title(structure)} ${held.join(', ')}`;
      })
      .join('; ');
  return { title, names, content };
}
