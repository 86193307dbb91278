import { partOf } from '../../ui/i18n/part';
import { enEmbed } from './en_embed';

/** The words of embedding. */
export const useEmbedWords = partOf(enEmbed, () =>
  import('./zh_embed').then((part) => part.zhEmbed),
);
