import { useId } from 'react';
import { formatNumber } from '../../ui/format/amount';
import { useTranslation } from '../../ui/i18n';
import type { Unfit } from '../model/server/answer';
import { useSystemName } from './use_system_name';
import { useAnswerWords } from './words/use_answer_words';

/** A system with the numbers of clients for which it has no result, and the reason. */
function Line({ unfit: { point, isWhole, reasons } }: { readonly unfit: Unfit }) {
  const { language } = useTranslation();
  const w = useAnswerWords();
  const name = useSystemName();
  const among = (clients: readonly number[]) =>
    new Intl.ListFormat(language).format(clients.map((each) => formatNumber(each, language)));
  const clientsOf = (clients: readonly number[]) =>
    clients.length === 1 && clients[0] === 1
      ? w('runWithOne')
      : w('runWith', { count: among(clients) });
  const said = reasons.map(({ reason, clients }, n) => {
    const why = w(`unfit.${reason}`);
    if (n > 0) return w('unfitMore', { clients: clientsOf(clients), why });
    const whole = isWhole && reasons.length === 1;
    if (whole) return w('unfitAll', { name: name(point), why });
    return w('unfitSome', { name: name(point), clients: clientsOf(clients), why });
  });
  return <li>{said.join(' ')}</li>;
}

/** A list of impossible results, which neither the chart nor the table has. */
export function UnfitList({ unfit }: { readonly unfit: readonly Unfit[] }) {
  const w = useAnswerWords();
  const id = useId();
  if (unfit.length === 0) return null;
  return (
    <>
      <h4 id={id}>{w('unfitTitle')}</h4>
      <ul className="mute" aria-labelledby={id}>
        {unfit.map((each) => (
          <Line key={each.point.scheme} unfit={each} />
        ))}
      </ul>
    </>
  );
}
