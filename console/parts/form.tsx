// A form, and the button that sends it. What is typed is checked when it is sent, in the words of the console.
import { createContext, type ComponentChildren, type RefObject } from 'preact';
import { useContext, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { countIn } from '../domain/unsaved.ts';
import { Button } from './button.tsx';

interface FormProps {
  readonly class?: string;
  /** Is given what was typed, by name. When it is done, the focus goes to the first field that is wrong. */
  readonly onSend: (typed: (name: string) => string) => unknown;
  /** Whether leaving it loses what was typed; left out: when one of its fields, which are empty at first, is not. */
  readonly isChanged?: boolean;
  readonly children: ComponentChildren;
}

const Sending = createContext(false);

/** Draws a form, which is sent once at a time. */
export function Form({ class: look = 'fields', onSend, isChanged, children }: FormProps) {
  const [isSending, setSending] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  useUnsaved(() => !isSending && isChanged, element);
  const send = async (form: HTMLFormElement): Promise<void> => {
    if (isSending) return;
    const typed = new FormData(form);
    setSending(true);
    const open = closeFields(form);
    try {
      await onSend((name) => String(typed.get(name) ?? ''));
    } finally {
      setSending(false);
      open();
    }
    requestAnimationFrame(() => focusFirstError(form));
  };
  return (
    <form
      ref={element}
      class={look}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send(event.currentTarget);
      }}
    >
      <Sending.Provider value={isSending}>{children}</Sending.Provider>
    </form>
  );
}

/** Asks before the person leaves a page, or closes the dialog around the element, when something typed would be lost. */
export function useUnsaved(
  isChanged: () => boolean | undefined,
  element?: RefObject<HTMLElement | null>,
): void {
  const latest = useRef(isChanged);
  latest.current = isChanged;
  useLayoutEffect(() => countIn({ isChanged: () => latest.current(), place: () => element?.current }), []);
}

/** The button that sends the form around it. It keeps the focus meanwhile. */
export function Submit({ isOff, children }: { readonly isOff?: boolean; readonly children: string }) {
  return (
    <Button
      type="submit"
      look="primary"
      disabled={isOff === true}
      aria-disabled={useContext(Sending) || undefined}
    >
      {children}
    </Button>
  );
}

/** Closes the fields of a form, so that nothing is typed that would be lost; answers what opens them. Text keeps the focus. */
function closeFields(form: HTMLElement): () => void {
  const texts = form.querySelectorAll<HTMLInputElement>(':read-write');
  const others = form.querySelectorAll<HTMLInputElement>(':is(select, [type=checkbox]):enabled');
  const before = [...others].find((one) => one === document.activeElement);
  const set = (isClosed: boolean): void => {
    for (const one of texts) one.readOnly = isClosed;
    for (const one of others) one.disabled = isClosed;
  };
  set(true);
  return () => {
    set(false);
    if (document.activeElement === document.body) before?.focus();
  };
}

/** Shows the first wrong field with its label and what is wrong, then moves the focus into it. */
function focusFirstError(form: HTMLElement): void {
  const control = form.querySelector<HTMLElement>('[aria-invalid="true"]');
  if (control === null) return;
  (control.closest('.field') ?? control).scrollIntoView({ block: 'nearest' });
  control.focus({ preventScroll: true });
}
