// The menu of the person: appearance, language, keys, logging out.
import { useRef, useState } from 'preact/hooks';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { SelectField } from '../parts/inputs.tsx';
import { pending } from '../store/outbox.ts';
import { logout, who } from '../store/session.ts';
import { memorize } from '../store/memory.ts';
import { setTheme, theme, type Theme } from '../store/settings.ts';
import { showRefusal } from '../store/undo.ts';
import { language, speak, words } from '../words/words.ts';

const themes: readonly Theme[] = ['system', 'light', 'dark'];

/** The button with the person's initials, and what it opens. */
export function UserMenu({ onKeys }: { readonly onKeys: () => void }) {
  const [isAsking, setAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const w = words.value.menu;
  const name = who.value?.fullname ?? '';
  const leave = async (): Promise<void> => {
    const refusal = await logout();
    if (refusal !== null) showRefusal(refusal);
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
          onPick={(next) => setTheme(next as Theme)}
        />
        <Field name={w.language}>
          {(control) => (
            <select
              {...control}
              value={language.value}
              onChange={(event) => {
                const next = event.currentTarget.value === 'de' ? 'de' : 'en';
                memorize('language', next);
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
        <Button
          icon="keyboard"
          onClick={() => {
            menu.current?.hidePopover();
            onKeys();
          }}
        >
          {w.keys}
        </Button>
        <Button icon="log-out" onClick={() => (pending.value > 0 ? setAsking(true) : void leave())}>
          {w.logout}
        </Button>
      </div>
      {isAsking && (
        <Dialog title={w.logout} closeLabel={words.value.general.close} onClose={() => setAsking(false)}>
          <p>{w.logoutWaiting(pending.value)}</p>
          <div class="actions">
            <Button look="danger" onClick={() => void leave()}>
              {w.logoutAnyway}
            </Button>
            <Button onClick={() => setAsking(false)}>{words.value.general.cancel}</Button>
          </div>
        </Dialog>
      )}
    </>
  );
}

function initials(name: string): string {
  const parts = name.split(' ').filter(Boolean);
  return `${parts[0]?.[0] ?? ''}${parts.length > 1 ? (parts.at(-1)?.[0] ?? '') : ''}`.toUpperCase();
}
