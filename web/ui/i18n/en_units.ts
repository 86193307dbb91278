/** The units that are words. */
export const enUnits = {
  years: 'years',
  days: 'days',
  hours: 'hours',
  minutes: 'minutes',
  writes: 'writes',
  entries: 'entries',
} as const;
