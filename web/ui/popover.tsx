import { type ReactNode, useId } from 'react';

interface PopoverProps {
  readonly label: ReactNode;
  /** The name of the button where its label is not enough. */
  readonly name?: string;
  readonly className?: string;
  /** Called when it opens. */
  readonly onOpen?: () => void;
  readonly children: ReactNode;
}

/**
 * A button and the panel that it opens; the browser closes that on Escape and on a click elsewhere.
 */
export function Popover({ label, name, className = 'pill', onOpen, children }: PopoverProps) {
  const id = useId();
  return (
    <span className="popover-anchor">
      <button type="button" className={className} popoverTarget={id} aria-label={name}>
        {label}
      </button>
      <div
        id={id}
        popover="auto"
        className="popover"
        role="dialog"
        aria-label={name}
        onToggle={({ newState }) => newState === 'open' && onOpen?.()}
      >
        {children}
      </div>
    </span>
  );
}
