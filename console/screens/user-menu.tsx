// The button with the person's initials, and the menu that it opens.
import { useRef, useState } from 'preact/hooks';
import { who } from '../store/session.ts';
import { words } from '../words/words.ts';
import { lazyDialog } from './lazy.tsx';

const UserChoices = lazyDialog(async () => (await import('./user-choices.tsx')).UserChoices);
const LogoutQuestion = lazyDialog(async () => (await import('./user-choices.tsx')).LogoutQuestion);

interface MenuProps {
  readonly onKeys: () => void;
  readonly onPassword: () => void;
}

/** Draws both; what the menu offers comes when it is opened. */
export function UserMenu({ onKeys, onPassword }: MenuProps) {
  const [isOpened, setOpened] = useState(false);
  /** How many changes would be lost by the logout about which the person is asked. */
  const [unsent, setUnsent] = useState(0);
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const name = who.value?.fullname ?? '';
  const open = (dialog: () => void): void => {
    menu.current?.hidePopover();
    dialog();
  };
  const place = (): void => {
    setOpened(true);
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
        aria-label={`${words.value.menu.title}: ${name}`}
        title={name}
      >
        {initials(name)}
      </button>
      <div id="user-menu" ref={menu} class="menu fields" popover="auto" onBeforeToggle={place}>
        {isOpened && (
          <UserChoices onKeys={() => open(onKeys)} onPassword={() => open(onPassword)} onUnsent={setUnsent} />
        )}
      </div>
      {unsent > 0 && <LogoutQuestion unsent={unsent} onClose={() => setUnsent(0)} />}
    </>
  );
}

function initials(name: string): string {
  const parts = name.split(' ').filter(Boolean);
  return `${parts[0]?.[0] ?? ''}${parts.length > 1 ? (parts.at(-1)?.[0] ?? '') : ''}`.toUpperCase();
}
