import { Complaint } from '../complaint';

const ONES = ['', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
const TENS = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const FIRST_TEN = 20;

/** A number as README writes it: in words from twenty to ninety-nine, else in figures. */
export function inWords(number: number): string {
  const tens = TENS[Math.floor((number - FIRST_TEN) / 10)];
  if (tens === undefined) return String(number);
  const ones = ONES[number % 10];
  return ones ? `${tens}-${ones}` : tens;
}

/** The number of lectures in README, between what comes before it and after it. */
const PLACE = /(\* \*\*Teach\*\* with )\S+( lectures )/;

/** README with this number of lectures. Throws Complaint where it has no place for it. */
export function withLectureCount(readme: string, lectures: number): string {
  if (!PLACE.test(readme))
    throw new Complaint('README.md does not say how many lectures there are');
  return readme.replace(PLACE, `$1${inWords(lectures)}$2`);
}
