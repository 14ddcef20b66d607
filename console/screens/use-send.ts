// Sending from a form: a refusal that comes when the form has closed is told elsewhere.
import { useEffect, useRef } from 'preact/hooks';
import { refusalText } from '../refusal-text.ts';
import type { Refusal } from '../store/http.ts';
import { unlessStuck } from '../store/outbox.ts';
import { dismissRefusal, showRefusal } from '../store/undo.ts';
import { loadRefusals } from '../words/words.ts';

/** What was to be written and the address at which it stands, for a refusal that comes when the form has closed. */
type Named = readonly [what: string, href: string];

/** What a write answers. `key` tells it from others, so that a refusal of it goes when it is done. */
export interface Answered {
  readonly refusal: Refusal | null;
  readonly key?: string;
  readonly named?: Named;
}

/** Waits for what a write answers, and calls `onDone` when it is written. Answers the refusal that the form is to show. */
type Send = <A extends Answered>(answer: Promise<A>, onDone?: (answer: A) => void) => Promise<Refusal | null>;

interface Sending<Args extends readonly unknown[]> {
  readonly send: Send;
  /** As `send`, for what the outbox keeps: the form closes when that is kept for later. */
  readonly post: Send;
  /** Closes the form, if it is open still. */
  readonly close: (...args: Args) => void;
}

/** A refusal with what it is of before its sentence, which is loaded by then, and the address at which that stands. */
export function namedRefusal(refusal: Refusal, what: string, href: string): Refusal {
  const message = `${what}: ${refusalText(refusal)}`;
  return { kind: 'refused', code: 'named', field: null, message, data: { link: { href } } };
}

/** Sends for the form in which it is used; `of` names what it writes where the answers do not. */
export function useSend<Args extends readonly unknown[]>(
  onClose: (...args: Args) => void,
  of?: Named,
): Sending<Args> {
  const isOpen = useRef(true);
  useEffect(() => () => void (isOpen.current = false), []);
  const close = (...args: Args): void => {
    if (isOpen.current) onClose(...args);
  };
  const send: Send = async (coming, onDone) => {
    const answer = await coming;
    const { refusal, key, named = of } = answer;
    if (refusal === null) {
      dismissRefusal(key);
      onDone?.(answer);
      return null;
    }
    // A sentence of the server's, with names of programs, is not to flash by.
    await loadRefusals().catch(() => undefined);
    if (isOpen.current) return refusal;
    showRefusal(named ? namedRefusal(refusal, ...named) : refusal, key);
    return null;
  };
  return { send, close, post: (coming, onDone) => send(unlessStuck(coming, close as () => void), onDone) };
}
