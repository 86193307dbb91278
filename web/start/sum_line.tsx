import { homeSum, type Machine } from './model/opening';
import { useStartWords } from './words/use_start_words';

interface SumLineProps {
  readonly machine: Machine;
  readonly whole: number;
  /** The place in the story: before the power fails, at that moment, or after it. */
  readonly when: 'before' | 'cut' | 'after';
}

/** The total of the accounts, as one number. */
export function SumLine({ machine, whole, when }: SumLineProps) {
  const words = useStartWords();
  if (when === 'cut') return <p className="sum-line mute">{words('unknown')}</p>;
  const read = machine.memory.map((value, n) => value ?? machine.home[n]?.value ?? 0);
  const sum = when === 'before' ? read.reduce((a, b) => a + b, 0) : homeSum(machine);
  if (when === 'before') return <p className="sum-line mute">{words('reads', { sum })}</p>;
  const good = sum === whole;
  const why = good
    ? machine.putBack !== undefined
      ? words('putBack', { record: machine.putBack })
      : words('same')
    : words('missing', { amount: whole - sum });
  return (
    <p className="sum-line">
      <b className={good ? 'good' : 'bad'}>
        {machine.home.map(({ value }) => value).join(' + ')} = {sum}
      </b>
      <span className="mute">{why}</span>
    </p>
  );
}
