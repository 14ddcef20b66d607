// A dialog over the screen. Escape and the cross close it, and so does a tap beside it unless a form in it was changed; the focus
// goes back to where it was.
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { IconButton } from './button.tsx';

interface DialogProps {
  readonly title: string;
  readonly closeLabel: string;
  readonly onClose: () => void;
  readonly isWide?: boolean;
  /** Whether it has to be answered: then nothing closes it but its buttons. */
  readonly isFirm?: boolean;
  readonly children: ComponentChildren;
}

/** Shows a dialog for as long as it is rendered. */
export function Dialog({ title, closeLabel, onClose, isWide, isFirm, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isChanged = useRef(false);
  const id = useId();
  useLayoutEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    element?.showModal();
    // Enter sends a form from its first field. On a touch screen the focus would open the keyboard over it.
    if (matchMedia('(pointer: fine)').matches)
      element?.querySelector<HTMLElement>('form :is(input, select, textarea):not(:disabled)')?.focus();
    return () => {
      element?.close();
      if (before instanceof HTMLElement || before instanceof SVGElement) before.focus();
    };
  }, []);
  const close = (): void => {
    if (isFirm !== true) onClose();
  };
  return (
    <dialog
      ref={dialog}
      class={`dialog ${isWide === true ? 'wide' : ''}`}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onInput={({ target }) => {
        isChanged.current ||= target instanceof Element && target.closest('form') !== null;
      }}
      onMouseDown={({ target, detail }) => {
        // The second press of a double click was meant for what opened the dialog.
        if (target === dialog.current && detail < 2 && !isChanged.current) close();
      }}
    >
      <div class="head">
        <h2 id={id}>{title}</h2>
        {isFirm !== true && <IconButton icon="x" label={closeLabel} onClick={onClose} />}
      </div>
      <div class="body">{children}</div>
    </dialog>
  );
}
