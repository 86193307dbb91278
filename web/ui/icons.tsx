import type { ReactNode } from 'react';

const shapes = {
  first: <path d="M3 3h2.5v14H3zM17 3v14L6.5 10z" />,
  previous: <path d="M14.5 3v14L4 10z" />,
  next: <path d="M5.5 3v14L16 10z" />,
  last: <path d="M3 3v14l10.5-7zM14.5 3H17v14h-2.5z" />,
  play: <path d="M5 2.5v15L17 10z" />,
  pause: <path d="M4.5 3h4v14h-4zM11.5 3h4v14h-4z" />,
  close: (
    <path
      d={
        'M4.7 3.3 10 8.6l5.3-5.3 1.4 1.4-5.3 5.3 5.3 5.3-1.4 1.4-5.3-5.3-5.3 5.3-1.4-1.4L8.6 10 ' +
        '3.3 4.7z'
      }
    />
  ),
  up: <path d="M3 14.5h14L10 4z" />,
  down: <path d="M3 5.5h14L10 16z" />,
  more: <path d="M2 8.5h3v3H2zM8.5 8.5h3v3h-3zM15 8.5h3v3h-3z" />,
} as const satisfies Record<string, ReactNode>;

/** A drawn sign; the control around it has the name. */
export function Icon({ name }: { name: keyof typeof shapes }) {
  return (
    <svg className="icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      {shapes[name]}
    </svg>
  );
}
