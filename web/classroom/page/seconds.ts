import { useTranslation } from '../../ui/i18n';

/** A time of minutes and seconds, in words. */
export function useSeconds(): (seconds: number) => string {
  const { language } = useTranslation();
  const unit = (value: number, name: 'minute' | 'second') =>
    new Intl.NumberFormat(language, { style: 'unit', unit: name, unitDisplay: 'short' }).format(
      value,
    );
  return (seconds) => {
    const whole = Math.round(seconds);
    const [minutes, left] = [Math.floor(whole / 60), whole % 60];
    if (minutes === 0) return unit(left, 'second');
    return left === 0
      ? unit(minutes, 'minute')
      : `${unit(minutes, 'minute')} ${unit(left, 'second')}`;
  };
}
