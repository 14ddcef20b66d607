// What the menu of the person offers: appearance, language, keys, password, logging out.
import { askIfTyped } from '../domain/unsaved.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { SelectField } from '../parts/inputs.tsx';
import { ownRefusal } from '../store/http.ts';
import { clearOutbox, isStuck, pending, pendingElsewhere, release } from '../store/outbox.ts';
import { logout, who } from '../store/session.ts';
import { chooseLanguage, chooseTheme, theme, type Theme } from '../store/settings.ts';
import { showRefusal } from '../store/undo.ts';
import { language, speak, words } from '../words/words.ts';

const themes: readonly Theme[] = ['system', 'light', 'dark'];

interface ChoicesProps {
  readonly onKeys: () => void;
  readonly onPassword: () => void;
  /** Asks whether so many changes that were not sent may be lost. */
  readonly onUnsent: (count: number) => void;
}

async function leave(): Promise<void> {
  const refusal = await logout(clearOutbox);
  if (refusal !== null) showRefusal(refusal);
}

/** When the words of the language do not come, the former one stays. */
async function pickLanguage(select: HTMLSelectElement): Promise<void> {
  const next = select.value === 'de' ? 'de' : 'en';
  chooseLanguage(next);
  try {
    await speak(next);
  } catch {
    select.value = language.peek();
    chooseLanguage(language.peek());
    showRefusal(ownRefusal('offline', 'offline'));
  }
}

/** Shows them. */
export function UserChoices({ onKeys, onPassword, onUnsent }: ChoicesProps) {
  const w = words.value.menu;
  const name = who.value?.fullname ?? '';
  const askToLeave = async (): Promise<void> => {
    if (!isStuck.value) await release(true);
    const left = pending.value + (await pendingElsewhere());
    if (left > 0) onUnsent(left);
    else await leave();
  };
  return (
    <>
      <p>
        <strong>{name}</strong>
        <br />
        <span class="muted">{who.value?.account}</span>
      </p>
      <SelectField
        name={w.theme}
        value={theme.value}
        options={themes.map((value) => ({ value, text: w.themes[value] }))}
        onPick={(next) => chooseTheme(next as Theme)}
      />
      <Field name={w.language}>
        {(control) => (
          <select
            {...control}
            value={language.value}
            onChange={(event) => void pickLanguage(event.currentTarget)}
          >
            <option value="en" lang="en">
              English
            </option>
            <option value="de" lang="de">
              Deutsch
            </option>
          </select>
        )}
      </Field>
      <Button icon="keyboard" onClick={onKeys}>
        {w.keys}
      </Button>
      {who.value?.actor_id === null && (
        <Button icon="lock" onClick={onPassword}>
          {w.password}
        </Button>
      )}
      <Button icon="log-out" onClick={() => askIfTyped(() => void askToLeave())}>
        {w.logout}
      </Button>
    </>
  );
}

interface LogoutQuestionProps {
  readonly unsent: number;
  readonly onClose: () => void;
}

/** Asks before changes are lost. */
export function LogoutQuestion({ unsent, onClose }: LogoutQuestionProps) {
  const w = words.value;
  return (
    <Dialog title={w.menu.logout} closeLabel={w.general.close} onClose={onClose}>
      <p>{w.menu.logoutWaiting(unsent)}</p>
      <div class="actions">
        <Button look="danger" onClick={() => void leave()}>
          {w.menu.logoutAnyway}
        </Button>
        <Button onClick={onClose}>{w.general.cancel}</Button>
      </div>
    </Dialog>
  );
}
