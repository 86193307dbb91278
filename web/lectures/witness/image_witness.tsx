import type { Account } from '../../model/questions/account';
import type { Answer, ImageWitness } from '../../model/questions/answer';
import { useTranslation } from '../../ui/i18n';
import { useWitnessWords } from '../words/use_witness_words';
import { ImageLines } from './image_lines';
import { ImagePicture } from './image_picture';
import { RecoveryTable } from './recovery_table';
import { SurvivedList } from './survived_list';

interface ImageWitnessProps {
  readonly answer: Answer;
  readonly witness: ImageWitness;
  readonly account: Account;
  /** The transaction or record that the question is about. */
  readonly subject: { readonly txn?: number; readonly record?: string };
  readonly actions: React.ReactNode;
  readonly zoom: number;
}

/**
 * One power cut: what survived, what recovery made of it, and the other images that it might have
 * left.
 */
export function ImageWitnessView({
  answer,
  witness,
  account,
  subject,
  actions,
  zoom,
}: ImageWitnessProps) {
  const { t } = useTranslation();
  const w = useWitnessWords();
  const { images, exact } = account.outlook;
  const { survive } = witness.survive;
  const lead = () => {
    if (images === '1') return w('lead.one');
    if (answer.kind === 'value-after-crash' && !witness.survive.units)
      return w('lead.asked', { policy: t(`cut.${survive}`), count: images });
    if (exact) return w('lead.this', { count: images });
    return w('lead.sampled', { count: images });
  };
  return (
    <>
      <p className="witness-lead">{lead()}</p>
      <div className="witness-columns">
        <div>
          <ImagePicture account={account} zoom={zoom} />
          <SurvivedList account={account} />
        </div>
        <div>
          <RecoveryTable account={account} subject={subject} />
          {actions}
        </div>
      </div>
      <ImageLines account={account} answer={answer} subject={subject} />
    </>
  );
}
