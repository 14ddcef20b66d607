// The menu of the person: appearance, language, keys, password, logging out.
import { useRef, useState } from 'preact/hooks';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { SelectField } from '../parts/inputs.tsx';
import { clearOutbox, isStuck, pending, pendingElsewhere, release } from '../store/outbox.ts';
import { logout, who } from '../store/session.ts';
import { chooseLanguage, chooseTheme, theme, type Theme } from '../store/settings.ts';
import { showRefusal } from '../store/undo.ts';
import { language, speak, words } from '../words/words.ts';

const themes: readonly Theme[] = ['system', 'light', 'dark'];

/** The button with the person's initials, and what it opens. */
export function UserMenu({
  onKeys,
  onPassword,
}: {
  readonly onKeys: () => void;
  readonly onPassword: () => void;
}) {
  /** How many changes would be lost by the logout about which the person is asked. */
  const [unsent, setUnsent] = useState(0);
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const w = words.value.menu;
  const name = who.value?.fullname ?? '';
  const leave = async (): Promise<void> => {
    const refusal = await logout(clearOutbox);
    if (refusal !== null) showRefusal(refusal);
  };
  const askToLeave = async (): Promise<void> => {
    if (!isStuck.value) await release(true);
    const left = pending.value + (await pendingElsewhere());
    if (left > 0) setUnsent(left);
    else await leave();
  };
  const open = (dialog: () => void): void => {
    menu.current?.hidePopover();
    dialog();
  };
  const place = (): void => {
    const box = button.current?.getBoundingClientRect();
    if (menu.current === null || box === undefined) return;
    menu.current.style.top = `${box.bottom + scrollY + 4}px`;
    menu.current.style.right = `${Math.max(8, document.documentElement.clientWidth - box.right)}px`;
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        class="avatar"
        popovertarget="user-menu"
        aria-label={`${w.title}: ${name}`}
        title={name}
      >
        {initials(name)}
      </button>
      <div id="user-menu" ref={menu} class="menu fields" popover="auto" onBeforeToggle={place}>
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
              onChange={(event) => {
                const next = event.currentTarget.value === 'de' ? 'de' : 'en';
                chooseLanguage(next);
                void speak(next);
              }}
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
        <Button icon="keyboard" onClick={() => open(onKeys)}>
          {w.keys}
        </Button>
        {who.value?.actor_id === null && (
          <Button icon="lock" onClick={() => open(onPassword)}>
            {w.password}
          </Button>
        )}
        <Button icon="log-out" onClick={() => void askToLeave()}>
          {w.logout}
        </Button>
      </div>
      {unsent > 0 && (
        <LogoutQuestion unsent={unsent} onLeave={() => void leave()} onClose={() => setUnsent(0)} />
      )}
    </>
  );
}

interface LogoutQuestionProps {
  readonly unsent: number;
  readonly onLeave: () => void;
  readonly onClose: () => void;
}

function LogoutQuestion({ unsent, onLeave, onClose }: LogoutQuestionProps) {
  const w = words.value;
  return (
    <Dialog title={w.menu.logout} closeLabel={w.general.close} onClose={onClose}>
      <p>{w.menu.logoutWaiting(unsent)}</p>
      <div class="actions">
        <Button look="danger" onClick={onLeave}>
          {w.menu.logoutAnyway}
        </Button>
        <Button onClick={onClose}>{w.general.cancel}</Button>
      </div>
    </Dialog>
  );
}

function initials(name: string): string {
  const parts = name.split(' ').filter(Boolean);
  return `${parts[0]?.[0] ?? ''}${parts.length > 1 ? (parts.at(-1)?.[0] ?? '') : ''}`.toUpperCase();
}
