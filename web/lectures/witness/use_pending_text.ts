import { itemName } from '../../model/frame/named_frame';
import { type Account, type PendingFate, standsIn } from '../../model/questions/account';
import { findItem } from '../../stage/stage_words';
import { useStage } from '../../store/stage/stage_context';
import { useTranslation } from '../../ui/i18n';
import { useText } from '../../ui/use_text';

/** Names what was pending at a power cut, and says where it is and what is in it. */
export function usePendingText(account: Account) {
  const { t } = useTranslation();
  const text = useText();
  const structures = useStage((state) => state.session?.scheme.structures);
  const title = (id: string) => {
    const found = structures?.find((each) => each.id === id);
    return found ? text(found.title) : '';
  };
  const name = ({ structure, key, tier }: PendingFate): string => {
    const item = findItem(account.frame, structure, key)?.item;
    const label = item && itemName(item, text);
    const shape = structures?.find((each) => each.id === structure)?.shape;
    // What has a name of its own needs none of what it is in.
    if (shape === 'key-value' && label) return label;
    if (tier === 'disk' && title(structure) !== '') {
      return shape === 'pages'
        ? t('tiers.page', { label: label ?? key })
        : t('tiers.block', { structure: title(structure), key });
    }
    return [title(structure), label ?? `#${key}`].filter(Boolean).join(' ');
  };
  const place = ({ tier, address }: PendingFate): string =>
    t(tier === 'disk' ? 'cut.sector' : 'cut.line', { address: `0x${address.toString(16)}` });
  /** What is in a sector that arrived; '' where the stage does not show it. */
  const content = (pending: PendingFate): string =>
    standsIn(account.after, pending)
      .map(({ structure, items }) => {
        const names = items.map(({ label, fields }) => {
          const kind = fields.find((field) => field.name.en === 'kind')?.value;
          return [label, kind].filter(Boolean).join(' ');
        });
        return `${title(structure)} ${names.join(', ')}`;
      })
      .join('; ');
  return { title, name, place, content };
}
