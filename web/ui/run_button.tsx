interface RunButtonProps {
  readonly running: boolean;
  readonly label: string;
  readonly cancelLabel: string;
  /** Nothing is left to run. */
  readonly done?: boolean;
  readonly onRun: () => void;
  readonly onCancel: () => void;
}

/** Runs what a view measures, and cancels it while it runs. */
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
