import type { ReactNode } from 'react';

/** A table that may be wider than the page: it is scrolled on its own, with keys too. `of`: id of its title. */
export function WideTable({ of, children }: { of: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the focus.
    <div className="race-scroll" tabIndex={0} role="group" aria-labelledby={of}>
      <table className="race-table">{children}</table>
    </div>
  );
}
