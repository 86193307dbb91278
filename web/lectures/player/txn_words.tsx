import { Fragment, useMemo } from 'react';
import { txnClass } from '../../stage/shapes/marks';
import { useOnStage } from '../../store/stage/stage_context';

/** A text in which each transaction has its own colour. */
export function TxnWords({ children }: { children: string }) {
  const transactions = useOnStage(({ session }) => session.info.transactions);
  const ids = useMemo(
    () => new Map(transactions?.map(({ name, id }) => [name, id])),
    [transactions],
  );
  // A name is a word of letters and digits; Chinese puts no space around it.
  const parts = children.split(/([A-Za-z_][A-Za-z0-9_]*)/);
  return (
    <>
      {parts.map((part, place) => {
        const id = ids.get(part);
        return id === undefined ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is the identity.
          <Fragment key={place}>{part}</Fragment>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is the identity.
          <b key={place} className={`txn-name ${txnClass(id)}`}>
            {part}
          </b>
        );
      })}
    </>
  );
}
