import type { StagePicture } from '../model/frame/stage_picture';
import { useTranslation } from '../ui/i18n';
import { StageThumb } from '../ui/picture/stage_thumb';

/** The stage in small, with its tiers and transactions named, since paper may have no colours. */
export function NamedPicture({ picture, label }: { picture: StagePicture; label: string }) {
  const { t } = useTranslation();
  const of = (tier: 'cache' | 'dram' | 'nvm' | 'disk') => t(`tier.${tier}`);
  const names = { cache: of('cache'), dram: of('dram'), nvm: of('nvm'), disk: of('disk') };
  return <StageThumb picture={picture} label={label} names={names} />;
}
