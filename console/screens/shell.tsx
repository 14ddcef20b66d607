// What is around every screen: navigation, the running timer, messages, and keys that work everywhere.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { formatDuration } from '../domain/duration.ts';
import { lengthOf } from '../domain/spans.ts';
import { leaving } from '../domain/unsaved.ts';
import { Button } from '../parts/button.tsx';
import { Icon, type IconName } from '../parts/icon.tsx';
import { useKeys } from '../parts/keys.ts';
import { TaskName } from '../parts/task-name.tsx';
import { addressOf, go, route, type ScreenName } from '../router.ts';
import { running, tasks } from '../store/bookings.ts';
import { isBusy } from '../store/busy.ts';
import { now } from '../store/clock.ts';
import { isShared } from '../store/memory.ts';
import { isStuck, isUnkept, pending } from '../store/outbox.ts';
import { who } from '../store/session.ts';
import { isPulling, syncState } from '../store/sync.ts';
import { undoLast } from '../store/undo.ts';
import { words } from '../words/words.ts';
import { requests } from './inbox-rows.ts';
import { lazyDialog, loadEarly } from './lazy.tsx';
import { homeAt } from './progress.ts';
import { clockText, refusedStart, stopTimer, taskName } from './timer-actions.ts';
import { Toasts } from './toasts.tsx';
import { UserMenu } from './user-menu.tsx';
import { barScreens, moreScreens } from './visible-screens.ts';

const KeysDialog = lazyDialog(async () => (await import('./keys-dialog.tsx')).KeysDialog);
const OwnPassword = lazyDialog(async () => (await import('./own-password.tsx')).OwnPassword);
const StartQuestion = lazyDialog(async () => (await import('./booking-asked.tsx')).StartQuestion);
const LeaveQuestion = lazyDialog(async () => (await import('./leave-question.tsx')).LeaveQuestion);
const Palette = lazyDialog(async () => (await import('./palette.tsx')).Palette);

const icons: Readonly<Record<ScreenName, IconName>> = {
  today: 'clock',
  week: 'calendar-days',
  absences: 'tree-palm',
  account: 'scale',
  inbox: 'inbox',
  messages: 'mail',
  presence: 'users',
  calendar: 'calendar-range',
  month: 'grid-3x3',
  reports: 'chart-column',
  people: 'id-card',
  data: 'settings-2',
};

/** Draws the shell around a screen. */
export function Shell({ children }: { readonly children: ComponentChildren }) {
  const [open, setOpen] = useState<'palette' | 'keys' | 'password' | null>(null);
  const armed = useRef(0);
  const isEmpty = syncState.value === 'empty';
  const isWaiting = isEmpty || isBusy.value;
  const w = words.value;
  const hasToRenew = who.value?.renew_password === 1 && who.value.actor_id === null;
  useKeys({
    g: (event) => (armed.current = event.timeStamp + 1500),
    p: ({ timeStamp }) =>
      timeStamp < armed.current && moreScreens.value.includes('people') && go(addressOf('people')),
    'Control+k': () => setOpen('palette'),
    '?': () => setOpen('keys'),
    'Control+z': () => void undoLast(),
    x: () => void stopTimer(),
  });
  useRunningTitle();
  // What waits for the person is not the next one's.
  useEffect(() => () => void (leaving.value = null), []);
  useEffect(() => {
    const timer = setTimeout(loadEarly, 1000);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div class="shell">
      <a class="skip" href="#content" onClick={skip}>
        {w.general.skip}
      </a>
      <header class="bar no-print">
        <a class="brand" href={addressOf('today')}>
          Hourbook
        </a>
        <Navigation />
        <Timer />
        <UserMenu onKeys={() => setOpen('keys')} onPassword={() => setOpen('password')} />
      </header>
      <Messages />
      <main id="content" tabIndex={-1} aria-busy={isWaiting}>
        {isWaiting && <Waiting isFirst={isEmpty} />}
        {!isEmpty && children}
      </main>
      <Toasts />
      {refusedStart.value !== null && <StartQuestion />}
      {leaving.value !== null && <LeaveQuestion />}
      {open === 'palette' && <Palette onClose={() => setOpen(null)} />}
      {open === 'keys' && <KeysDialog onClose={() => setOpen(null)} />}
      {(open === 'password' || hasToRenew) && <OwnPassword onClose={() => setOpen(null)} />}
    </div>
  );
}

function skip(event: MouseEvent): void {
  event.preventDefault();
  document.querySelector<HTMLElement>('#content')?.focus();
}

/** A bar, when it takes long. */
function Waiting({ isFirst }: { readonly isFirst: boolean }) {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), 500);
    return () => clearTimeout(timer);
  }, []);
  if (isFirst && !isPulling.value && isLong)
    return <p class="screen-message">{words.value.status.offline}</p>;
  return isLong ? <div class="loading" role="progressbar" aria-label={words.value.general.loading} /> : null;
}

function Navigation() {
  const w = words.value;
  const menu = useRef<HTMLDivElement>(null);
  const place = (): void => {
    const box = menu.current?.parentElement?.querySelector('[popovertarget]')?.getBoundingClientRect();
    if (menu.current === null || box === undefined) return;
    const { clientHeight } = document.documentElement;
    const isBelow = box.top > clientHeight / 2;
    menu.current.style.inset = isBelow
      ? `auto 8px ${clientHeight - box.top + 4}px auto`
      : `${box.bottom + 4}px auto auto min(${box.left}px, 100% - 240px)`;
  };
  useEffect(() => {
    // The bar may move to the other end of the window.
    addEventListener('resize', place);
    return () => removeEventListener('resize', place);
  }, []);
  const more = moreScreens.value;
  const isInMore = more.includes(route.value.screen);
  return (
    <nav class="screens" aria-label={w.general.navigation}>
      {barScreens.value.map((name) => (
        <a
          key={name}
          href={addressOf(name)}
          aria-current={route.value.screen === name ? 'page' : undefined}
          class={`screen-link to-${name}`}
        >
          <Icon name={icons[name]} size={20} />
          <span class="word long">{w.screens[name]}</span>
          <span class="word brief">{w.tabs[name]}</span>
          {name === 'inbox' && requests.value.length > 0 && (
            <span class="count" aria-label={w.inbox.count(requests.value.length)}>
              {requests.value.length}
            </span>
          )}
        </a>
      ))}
      <button
        type="button"
        class="screen-link more"
        popovertarget="more-screens"
        aria-current={isInMore ? 'true' : undefined}
      >
        <Icon name="ellipsis" size={20} />
        <span class="word long">{w.general.more}</span>
        <span class="word brief">{w.general.more}</span>
      </button>
      <div id="more-screens" ref={menu} class="menu more-screens" popover="auto" onBeforeToggle={place}>
        {(['presence', ...more] as const).map((name) => (
          <a
            key={name}
            href={addressOf(name)}
            class={`more-link to-${name}`}
            aria-current={route.value.screen === name ? 'page' : undefined}
            onClick={() => menu.current?.hidePopover()}
          >
            <Icon name={icons[name]} size={20} />
            {w.screens[name]}
          </a>
        ))}
      </div>
    </nav>
  );
}

function Timer() {
  const w = words.value.timer;
  const span = running.value;
  if (span === null) return <span class="timer idle" />;
  const task = tasks.value.get(span.taskId);
  const time = formatDuration(lengthOf(span, now.value));
  const home = homeAt.value;
  return (
    <div class="timer">
      <a class="timer-text" href={addressOf('today')}>
        <span class="time" role="timer" aria-label={w.label(taskName(span.taskId), time)}>
          {time}
        </span>
        <TaskName task={task} />
        {home !== null && <span class="muted home">· {w.home(clockText(home))}</span>}
      </a>
      <Button look="primary" icon="square" onClick={() => void stopTimer()}>
        <span class="word">{w.stop}</span>
      </Button>
    </div>
  );
}

/** What is not sent, and whether the server is there. */
function Messages() {
  const w = words.value.status;
  const waits = pending.value;
  const isLost = isUnkept.value && waits > 0;
  const text = waits > 0 ? `${isLost ? w.offline : w.away} ${w.waiting(waits)}.` : w.stale;
  const isAway = syncState.value === 'away';
  const person = who.value;
  return (
    <>
      {person !== null && person.actor_id !== null && (
        <p class="message no-print" role="status">
          <Icon name="users" />
          <span>{w.acting(person.fullname)}</span>
        </p>
      )}
      {(isStuck.value || isAway) && (
        <p class="message no-print" role="status">
          <Icon name="cloud-off" />
          <span>{isLost ? `${text} ${isShared() ? w.shared : w.unkept}` : text}</span>
        </p>
      )}
    </>
  );
}

/** The title of the page shows what runs, so that the tab tells it. */
function useRunningTitle(): void {
  const span = running.value;
  const screen = words.value.screens[route.value.screen];
  const time = span === null ? null : formatDuration(lengthOf(span, now.value));
  const title =
    time === null || span === null ? `${screen} · Hourbook` : `${time} ${taskName(span.taskId)} · Hourbook`;
  useEffect(() => {
    document.title = title;
  }, [title]);
  const isRunning = span !== null;
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (link !== null) link.href = `/console/icons/${isRunning ? 'running' : 'hourbook'}.svg`;
  }, [isRunning]);
}
