// Asks before what was typed is lost.
import { batch } from '@preact/signals';
import { leaving } from '../domain/unsaved.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { leaveWords } from '../words/leave-words.ts';
import { language } from '../words/words.ts';

/** Shows the question. */
export function LeaveQuestion() {
  const w = leaveWords[language.value];
  const stay = (): void => void (leaving.value = null);
  return (
    <Dialog title={w.title} closeLabel={w.stay} onClose={stay}>
      <p>{w.text}</p>
      <div class="actions">
        <Button look="primary" onClick={stay}>
          {w.stay}
        </Button>
        <Button look="danger" onClick={leave}>
          {w.leave}
        </Button>
      </div>
    </Dialog>
  );
}

function leave(): void {
  batch(() => {
    const go = leaving.value;
    leaving.value = null;
    go?.();
  });
}
