import { partOf } from '../../ui/i18n/part';
import { enPackage } from './en_package';

/** The words of packages for course systems. */
export const usePackageWords = partOf(enPackage, () =>
  import('./zh_package').then((part) => part.zhPackage),
);
