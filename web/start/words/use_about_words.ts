import { partOf } from '../../ui/i18n/part';

/** The words about the project at the foot of the first page. */
export const enAbout = {
  about1:
    'A database promises that what it has confirmed is not lost. It keeps the promise with a ' +
    'log, written in the right order. How that works is hard to see: it happens in ' +
    'microseconds, and only a power failure at the wrong moment shows whether it was right.',
  about2:
    'Here you can stop it anywhere. Afterimage runs published logging schemes byte for byte, ' +
    'in this page, on simulated disks and on memory that keeps its contents without power. ' +
    'You step, you cut the power where you like, and you see what recovery finds.',
  about3:
    'Nothing is drawn by hand. Every picture, every answer and every number comes from the ' +
    'engine, including the pictures on this page. There is no server and no account; what ' +
    'you open stays in your browser.',
};

/** The words about the project at the foot of the first page. */
export const useAboutWords = partOf(enAbout, () =>
  import('./zh_about').then((part) => part.zhAbout),
);
