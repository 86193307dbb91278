import type { ReactNode } from 'react';

/** A table of the server's numbers: where it is wider than the page it scrolls, also by keys. */
export function ServerTable({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div
      className="log-tables"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the focus.
      tabIndex={0}
      role="group"
      aria-label={label}
    >
      <table className="number-list server-prices">{children}</table>
    </div>
  );
}
