// Components whose code and styles are loaded when they are shown for the first time; a failed attempt can be repeated.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { whileBusy } from '../store/busy.ts';
import { words } from '../words/words.ts';

type Part<Props> = (props: Props) => JSX.Element | null;

const early: (() => Promise<unknown>)[] = [async () => (await import('./follow.ts')).followAll()];

/** Loads what the first drawing does without: what tells when to go home and what is to be decided, and what is opened over a screen. */
export function loadEarly(): void {
  for (const load of [...early.splice(0), loadStyle]) load().catch(() => undefined);
}

/** The file of the styles that the first screen does without; the build fills it in. */
declare const LATER_STYLE: string;

let style: Promise<void> | null = null;

function loadStyle(): Promise<void> {
  style ??= new Promise<void>((resolve, reject) => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: LATER_STYLE });
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      link.remove();
      style = null;
      reject(new Error(LATER_STYLE));
    });
    // Where a rule of the first styles is as strong, it holds.
    document.querySelector('style')?.before(link);
  });
  return style;
}

/** A dialog that another file has; keys do nothing while it is on its way. */
export function lazyDialog<Props extends object>(load: () => Promise<Part<Props>>): Part<Props> {
  early.push(load);
  // An open dialog is what `useKeys` looks for.
  return lazy(load, <dialog open hidden />);
}

function focus(button: HTMLElement | null): void {
  button?.focus();
}

/** A component that another file has; `preload` loads it before it is shown. */
export type LazyPart<Props> = Part<Props> & { readonly preload: () => Promise<void> };

/** Makes one. */
export function lazy<Props extends object>(
  load: () => Promise<Part<Props>>,
  meanwhile: JSX.Element | null = null,
): LazyPart<Props> {
  let Loaded: Part<Props> | null = null;
  const preload = async (): Promise<void> => {
    [Loaded] = await whileBusy(Promise.all([load(), loadStyle()]));
  };
  function Lazy(props: Props) {
    const [isFailed, setFailed] = useState<boolean | null>(null);
    const fetchCode = async (): Promise<void> => {
      setFailed(null);
      try {
        await preload();
        setFailed(false);
      } catch {
        setFailed(true);
      }
    };
    // It may come between this drawing and the effect.
    const isHere = Loaded !== null;
    useEffect(() => {
      if (!isHere) void fetchCode();
    }, []);
    if (Loaded !== null) return <Loaded {...props} />;
    if (isFailed !== true) return meanwhile;
    return (
      <p class="screen-message">
        {words.value.status.failedScreen}{' '}
        <button
          type="button"
          class="button"
          // The message of a dialog may lie out of sight.
          ref={meanwhile === null ? null : focus}
          onClick={() => void fetchCode()}
        >
          {words.value.general.retry}
        </button>
      </p>
    );
  }
  return Object.assign(Lazy, { preload });
}
