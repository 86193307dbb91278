import { useStage } from '../../store/stage/stage_context';
import { formatAmount } from '../../ui/format/amount';
import { useTranslation } from '../../ui/i18n';
import { useText } from '../../ui/use_text';
import { useOpen } from '../lab_context';
import { IDLE_WAKE, SWITCH } from '../model/server/calibrated_prices';
import type { SetPrice } from '../model/server/server_prices';
import { Source } from './answer_field';
import { SWITCH_COMMAND, WAKE_COMMAND } from './commands';
import { ServerTable } from './server_table';
import { useServerWords } from './words/use_server_words';

/** Prices that no text says: what they mean, and the command that checks them. */
const FITTED = [
  { price: SWITCH, command: SWITCH_COMMAND },
  { price: IDLE_WAKE, command: WAKE_COMMAND },
] as const;

/** Explains the prices that were fitted, and how to check them. */
function FittedPrices({ prices }: { readonly prices: readonly SetPrice[] }) {
  const w = useServerWords();
  const found = FITTED.filter(({ price }) => prices.some((each) => each.price === price));
  return found.map(({ price, command }) => (
    <p key={price} className="mute">
      {w(price === SWITCH ? 'fitted.switch' : 'fitted.wake')} <code>{command}</code>
    </p>
  ));
}

/** The prices that the server's numbers set, each with the line that it came from. */
export function ServerPricesTable({ prices }: { readonly prices: readonly SetPrice[] }) {
  const { t, language } = useTranslation();
  const w = useServerWords();
  const text = useText();
  const { file } = useOpen();
  const machine = useStage(({ description }) =>
    description?.machines.find(({ id }) => id === file.machine.id),
  );
  const known = (id: string) => machine?.prices.find((price) => price.id === id);
  return (
    <>
      <ServerTable label={w('sets')}>
        <thead>
          <tr>
            <th scope="col">{w('price')}</th>
            <th scope="col">{w('value')}</th>
            <th scope="col">{w('from')}</th>
          </tr>
        </thead>
        <tbody>
          {prices.map(({ price, value, line }) => {
            const of = known(price);
            return (
              <tr key={price}>
                <th scope="row">{of ? text(of.title) : price}</th>
                <td>{formatAmount(price, of?.unit ?? '', value, language, t)}</td>
                <td className="server-line">
                  {line === undefined ? <Source isGuess /> : <span className="mono">{line}</span>}
                </td>
              </tr>
            );
          })}
        </tbody>
      </ServerTable>
      <FittedPrices prices={prices} />
    </>
  );
}
