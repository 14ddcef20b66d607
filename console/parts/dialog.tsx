// A dialog over the screen. Escape and the cross close it, after a question if a form in it was changed, and so does a tap beside it
// unless one was; the focus goes back to where it was.
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { askIfTyped, isUnsaved } from '../domain/unsaved.ts';
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
  const open = (): void => {
    const element = dialog.current;
    element?.showModal();
    // Enter sends a form from its first field. On a touch screen the focus would open the keyboard over it.
    if (matchMedia('(pointer: fine)').matches)
      element?.querySelector<HTMLElement>('form :is(input, select, textarea):not(:disabled)')?.focus();
  };
  useLayoutEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    open();
    return () => {
      element?.close();
      if (before instanceof HTMLElement || before instanceof SVGElement) before.focus();
    };
  }, []);
  const close = (): void => {
    if (isFirm !== true) askIfTyped(onClose, dialog.current);
  };
  return (
    <dialog
      ref={dialog}
      class={`dialog ${isWide === true ? 'wide' : ''}`}
      aria-labelledby={id}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.isComposing) return;
        event.preventDefault();
        event.stopPropagation();
        close();
      }}
      onCancel={(event) => {
        event.preventDefault();
        // A question would lie below the dialog when that opens again.
        if (event.cancelable || !isUnsaved(dialog.current)) close();
      }}
      onClose={() => {
        // Chromium lets a page prevent few cancels in a row, then closes: what is still drawn is still open.
        if (dialog.current?.isConnected === true) open();
      }}
      onInput={({ target }) => {
        isChanged.current ||= target instanceof Element && target.closest('form') !== null;
      }}
      onMouseDown={({ target, detail }) => {
        // The second press of a double click was meant for what opened the dialog.
        if (target === dialog.current && detail < 2 && !isChanged.current && !isUnsaved(dialog.current))
          close();
      }}
    >
      <div class="head">
        <h2 id={id}>{title}</h2>
        {isFirm !== true && <IconButton icon="x" label={closeLabel} onClick={close} />}
      </div>
      <div class="body">{children}</div>
    </dialog>
  );
}
