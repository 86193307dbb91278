import { type AxisUnit, axisUnit, isShare } from '../../model/values/axis_unit';
import type { Language, Translate } from '../i18n';
import { formatBytes } from './format_bytes';
import { formatTime } from './format_time';
import { unitText } from './unit_text';

/** The locale in which dates and numbers are written. */
export const localeOf = (language: Language) => (language === 'zh' ? 'zh-CN' : 'en');

/** The formats that were made: to make one takes fifty times as long as to write a number. */
const made = new Map<string, Intl.NumberFormat>();

function written(value: number, language: Language, options: Intl.NumberFormatOptions): string {
  const key = `${language} ${JSON.stringify(options)}`;
  const format = made.get(key) ?? new Intl.NumberFormat(localeOf(language), options);
  made.set(key, format);
  return format.format(value);
}

/** A number in the form of the language, with at most so many significant digits. */
export function formatNumber(value: number, language: Language, digits = 4): string {
  // A large number is not rounded to tens.
  const whole = Number.isInteger(value) || Math.abs(value) >= 10 ** (digits - 1);
  const options = whole ? { maximumFractionDigits: 0 } : { maximumSignificantDigits: digits };
  return written(value, language, options);
}

/** A ratio, always with three digits, as the number has that it is compared with. */
export function formatRatio(value: number, language: Language): string {
  return written(value, language, { minimumSignificantDigits: 3, maximumSignificantDigits: 3 });
}

/** A fraction of one as a percentage, with its sign where it is negative. */
export function formatPercent(value: number, language: Language): string {
  return `${formatShare(value, language)} %`;
}

/** A number short enough for an axis: `12.5K`. */
export function formatShort(value: number, language: Language): string {
  return written(value, language, { notation: 'compact', maximumSignificantDigits: 3 });
}

/** A metric's value with its unit: `4.83 µs`, `12,345 txn/s`, `8.2 %`. */
export function formatAmount(
  metric: string,
  unit: string,
  value: number,
  language: Language,
  t: Translate,
): string {
  if (unit === 'ns') return formatTime(value);
  if (unit === 'B') return formatBytes(Math.round(value));
  const axis = axisUnit(metric, unit, value);
  const number = isShare(metric)
    ? formatShare(value, language)
    : formatNumber(value / axis.divisor, language);
  const name = unitText(axis.unit, t);
  return name === '' ? number : `${number} ${name}`;
}

function formatShare(value: number, language: Language): string {
  return written(value * 100, language, { maximumFractionDigits: 1 });
}

/** A value on an axis whose title names the unit. */
export function formatOnAxis(value: number, axis: AxisUnit, language: Language): string {
  return formatShort(value / axis.divisor, language);
}

/** The time left, roughly: seconds do not matter in an hour. */
export function formatWait(seconds: number, t: Translate): string {
  if (seconds < 90) return t('lab.seconds', { count: Math.max(1, Math.ceil(seconds)) });
  if (seconds < 5400) return t('lab.minutes', { count: Math.round(seconds / 60) });
  return t('lab.hours', { count: (seconds / 3600).toFixed(1) });
}

/** The text with a capital at the start, as titles have it; Chinese has none. */
export const sentenceCase = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
