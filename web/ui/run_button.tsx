interface RunButtonProps {
  readonly running: boolean;
  readonly label: string;
  readonly cancelLabel: string;
  /** True where nothing is left to run. */
  readonly done?: boolean;
  readonly onRun: () => void;
  readonly onCancel: () => void;
}

/** A button that runs the measurements of a view, and cancels them while they run. */
export function RunButton(props: RunButtonProps) {
  const { running, label, cancelLabel, done = false, onRun, onCancel } = props;
  return running ? (
    <button type="button" className="secondary" aria-keyshortcuts="r" onClick={onCancel}>
      {cancelLabel}
    </button>
  ) : (
    <button
      type="button"
      className="primary"
      aria-keyshortcuts="r"
      aria-disabled={done || undefined}
      onClick={() => !done && onRun()}
    >
      {done && '✓ '}
      {label}
    </button>
  );
}
