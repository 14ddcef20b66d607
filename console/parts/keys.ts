// Keys of a screen: single letters that work while no field is being typed into and no dialog is open.
import { useLayoutEffect, useRef } from 'preact/hooks';

/** Key → what it does, as in `KeyboardEvent.key`; `Control+k` with Ctrl or ⌘. */
export type Keys = Readonly<Record<string, (event: KeyboardEvent) => void>>;

/** Whether what has the focus takes letters itself. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || ['INPUT', 'SELECT', 'TEXTAREA'].includes(target.tagName);
}

/** Listens to keys for as long as the component is there. */
export function useKeys(keys: Keys): void {
  const latest = useRef(keys);
  latest.current = keys;
  // From the moment the component is seen: an effect after it is drawn would miss the first key.
  useLayoutEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      const withControl = event.ctrlKey || event.metaKey;
      // Elsewhere Ctrl+Shift+Z does again what Ctrl+Z took back.
      if (withControl && event.shiftKey) return;
      const name = withControl ? `Control+${event.key.toLowerCase()}` : event.key;
      const act = latest.current[name];
      if (act === undefined || event.defaultPrevented || event.altKey) return;
      if (!withControl && isTyping(event.target)) return;
      if (withControl && name === 'Control+z' && isTyping(event.target)) return;
      if (document.querySelector('dialog[open]') !== null) return;
      event.preventDefault();
      act(event);
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, []);
}
