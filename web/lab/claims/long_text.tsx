import { useId, useLayoutEffect, useRef, useState } from 'react';
import { useSize } from '../../ui/hooks/use_size';
import { useTranslation } from '../../ui/i18n';

/** A text of which the first lines are shown; if it is longer, a button shows the rest. */
export function LongText({ children }: { children: string }) {
  const { t } = useTranslation();
  const id = useId();
  const text = useRef<HTMLParagraphElement>(null);
  const { width } = useSize(text);
  const [open, setOpen] = useState(false);
  const [cut, setCut] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: both decide how many lines there are.
  useLayoutEffect(() => {
    const element = text.current;
    if (element && !open) setCut(element.scrollHeight > element.clientHeight + 1);
  }, [width, children, open]);
  return (
    <>
      <p ref={text} id={id} className={open ? undefined : 'first-lines'}>
        {children}
      </p>
      {cut && (
        <button
          type="button"
          className="link-button"
          aria-expanded={open}
          aria-describedby={id}
          onClick={() => setOpen(!open)}
        >
          {t(open ? 'lab.scorecard.less' : 'lab.scorecard.more')}
        </button>
      )}
    </>
  );
}
