import type { ClientAt } from '../../model/frame/clients';
import { useTranslation } from '../../ui/i18n';
import { txnClass } from '../shapes/marks';
import { SIGN } from './clients_band';
import './asked_clients.css';

/** The number of clients beyond which there is room for their signs alone. */
const IN_WORDS = 4;

interface AskedClientsProps {
  readonly clients: readonly ClientAt[];
  readonly txnName: (txn: number) => string;
}

/**
 * The promises to clients, in one line at the lower edge of a hall's screen: a question may cover
 * the clients on the stage, from which a screen reader reads them, too.
 */
export function AskedClients({ clients, txnName }: AskedClientsProps) {
  const { t } = useTranslation();
  const begun = clients.filter(({ txn }) => txn > 0);
  return (
    <ul className="asked-clients" aria-hidden="true">
      {begun.map(({ thread, txn, told, coreless }) => (
        <li key={thread} className={txnClass(txn)}>
          <b>{txnName(txn)}</b> {SIGN[told]}{' '}
          {begun.length <= IN_WORDS && t(coreless ? 'clients.coreless' : `clients.${told}`)}
        </li>
      ))}
    </ul>
  );
}
