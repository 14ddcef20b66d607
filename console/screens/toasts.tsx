// The last thing that was done, with the way back, for ten seconds; and refusals that have no field to stand at.
import { useEffect, useState } from 'preact/hooks';
import { Button, IconButton } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';
import { refusalText } from '../refusal-text.ts';
import { lostChanges } from '../store/outbox.ts';
import { dismissNotice, dismissRefusal, notice, refusals, undoLast, type Deed } from '../store/undo.ts';
import { words } from '../words/words.ts';
import { lazy } from './lazy.tsx';

const LostToasts = lazy(async () => (await import('./lost-toasts.tsx')).LostToasts);

const lasts = 10_000;

/** The sentence for what was done. */
function deedText({ kind, subject, detail }: Deed): string {
  return words.value.deeds[kind](subject, detail);
}

/** Draws the toast, if there is something to say. */
export function Toasts() {
  const [isHeld, setHeld] = useState(false);
  const w = words.value;
  const done = notice.value;
  useEffect(() => {
    if (done === null || isHeld) return undefined;
    const timer = setTimeout(dismissNotice, lasts);
    return () => clearTimeout(timer);
  }, [done, isHeld]);
  return (
    <div
      class="toasts no-print"
      role="status"
      onFocusCapture={() => setHeld(true)}
      onBlurCapture={() => setHeld(false)}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
    >
      {done !== null && (
        <div class="toast" key={done}>
          <span>{deedText(done)}</span>
          {done.undo !== null ? (
            <Button icon="undo-2" onClick={() => void undoLast()}>
              {w.general.undo}
            </Button>
          ) : (
            <IconButton icon="x" label={w.general.close} onClick={dismissNotice} />
          )}
        </div>
      )}
      {refusals.value.map(({ key, refusal }) => (
        <div class="toast refused" key={key}>
          <Icon name="triangle-alert" />
          <a {...(refusal.data['link'] as { href: string } | undefined)}>
            {w.status.refused(refusalText(refusal))}
          </a>
          <IconButton icon="x" label={w.general.close} onClick={() => dismissRefusal(key)} />
        </div>
      ))}
      {lostChanges.value.length > 0 && <LostToasts />}
    </div>
  );
}
