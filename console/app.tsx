// What is on the page: the choice of account, the login, or the shell with a screen. Screens come when they are needed.
import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { Button } from './parts/button.tsx';
import { Dialog } from './parts/dialog.tsx';
import { lazyScreen } from './parts/lazy-screen.tsx';
import { refusalText } from './refusal-text.ts';
import { route, type ScreenName } from './router.ts';
import { Login } from './screens/login.tsx';
import { Shell } from './screens/shell.tsx';
import { Today } from './screens/today.tsx';
import { readSession, sessionProblem, sessionState } from './store/session.ts';
import { words } from './words/words.ts';

const failed = signal(false, { name: 'app.failed' });
const texts = { failed: () => words.value.status.failedScreen, retry: () => words.value.general.retry };

const screens: Readonly<Record<ScreenName, () => JSX.Element | null>> = {
  today: Today,
  week: lazyScreen(async () => (await import('./screens/week.tsx')).WeekScreen, failed, texts),
  absences: lazyScreen(async () => (await import('./screens/absences.tsx')).Absences, failed, texts),
  account: lazyScreen(async () => (await import('./screens/account.tsx')).Account, failed, texts),
  inbox: lazyScreen(async () => (await import('./screens/inbox.tsx')).Inbox, failed, texts),
  messages: lazyScreen(async () => (await import('./screens/messages.tsx')).Messages, failed, texts),
  calendar: lazyScreen(async () => (await import('./screens/calendar.tsx')).TeamCalendar, failed, texts),
  month: lazyScreen(async () => (await import('./screens/month.tsx')).TeamMonth, failed, texts),
  reports: lazyScreen(async () => (await import('./screens/reports.tsx')).Reports, failed, texts),
  people: lazyScreen(async () => (await import('./screens/people.tsx')).People, failed, texts),
  data: lazyScreen(async () => (await import('./screens/data.tsx')).MasterData, failed, texts),
  presence: lazyScreen(async () => (await import('./screens/presence.tsx')).PresenceScreen, failed, texts),
};

/** The whole page. */
export function App() {
  const { account, screen } = route.value;
  const state = sessionState.value;
  if (account === null || state === 'none') return <Login account={account} />;
  if (state === 'unknown') return <Waiting account={account} />;
  const Screen = screens[screen];
  return (
    <>
      <Shell>
        <Screen key={screen} />
      </Shell>
      {state === 'ended' && (
        <Dialog
          title={words.value.login.title}
          closeLabel={words.value.general.close}
          onClose={() => {}}
          isFirm
        >
          <Login account={account} isAgain />
        </Dialog>
      )}
    </>
  );
}

/** Nothing is known yet: the server is asked, or does not answer. */
function Waiting({ account }: { readonly account: string }) {
  const problem = sessionProblem.value;
  if (problem === null) return <main aria-busy="true" aria-label={words.value.general.loading} />;
  return (
    <main class="screen-message">
      <h1>Hourbook</h1>
      <p role="alert">{refusalText(problem)}</p>
      <Button look="primary" onClick={() => void readSession(account)}>
        {words.value.general.retry}
      </Button>
    </main>
  );
}
