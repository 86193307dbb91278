import type { ReactNode } from 'react';

interface WideTableProps {
  /** The id of its title, or its name. */
  readonly of?: string;
  readonly label?: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A table that may be wider than the page: it scrolls by itself, also by keys. */
export function WideTable({ of, label, className = '', children }: WideTableProps) {
  return (
    <div
      className="data-scroll unbroken"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the focus.
      tabIndex={0}
      role="group"
      aria-labelledby={of}
      aria-label={label}
    >
      <table className={`data-table ${className}`}>{children}</table>
    </div>
  );
}
