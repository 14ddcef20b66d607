// A screen whose code is loaded when it is shown for the first time; a failed attempt can be repeated.
import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';

type Screen = () => JSX.Element | null;

interface Texts {
  readonly failed: () => string;
  readonly retry: () => string;
}

/** A component that loads another one. */
export function lazyScreen(load: () => Promise<Screen>, failed: Signal<boolean>, texts: Texts): Screen {
  let loaded: Screen | null = null;
  return function Lazy() {
    const [, setReady] = useState(loaded !== null);
    const fetchCode = (): void => {
      failed.value = false;
      void fetchOnce();
    };
    const fetchOnce = async (): Promise<void> => {
      try {
        loaded = await load();
        setReady(true);
      } catch {
        failed.value = true;
      }
    };
    useEffect(() => {
      if (loaded === null) fetchCode();
    }, []);
    if (loaded !== null) {
      const Screen = loaded;
      return <Screen />;
    }
    if (!failed.value) return null;
    return (
      <p class="screen-message">
        {texts.failed()}{' '}
        <button type="button" class="button" onClick={fetchCode}>
          {texts.retry()}
        </button>
      </p>
    );
  };
}
