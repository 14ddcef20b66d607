// What is on the page: the choice of account, the login, or the shell with a screen. Screens come when they are needed.
import type { JSX } from 'preact';
import { Button } from './parts/button.tsx';
import { Dialog } from './parts/dialog.tsx';
import { refusalText } from './refusal-text.ts';
import { givenUp, route, type ScreenName } from './router.ts';
import { lazy, type LazyPart } from './screens/lazy.tsx';
import { Shell } from './screens/shell.tsx';
import { Today } from './screens/today.tsx';
import { readSession, sessionProblem, sessionState, who } from './store/session.ts';
import { words } from './words/words.ts';

/** Today is here at once, the others have files of their own. */
type Screen = ((props: object) => JSX.Element | null) & Partial<Pick<LazyPart<object>, 'preload'>>;

const Login = lazy(async () => (await import('./screens/login.tsx')).Login);

const screens: Readonly<Record<ScreenName, Screen>> = {
  today: Today,
  week: lazy(async () => (await import('./screens/week.tsx')).WeekScreen),
  absences: lazy(async () => (await import('./screens/absences.tsx')).Absences),
  account: lazy(async () => (await import('./screens/account.tsx')).Account),
  inbox: lazy(async () => (await import('./screens/inbox.tsx')).Inbox),
  messages: lazy(async () => (await import('./screens/messages.tsx')).Messages),
  calendar: lazy(async () => (await import('./screens/calendar.tsx')).TeamCalendar),
  month: lazy(async () => (await import('./screens/month.tsx')).TeamMonth),
  reports: lazy(async () => (await import('./screens/reports.tsx')).Reports),
  people: lazy(async () => (await import('./screens/people.tsx')).loadPeople()),
  data: lazy(async () => (await import('./screens/data.tsx')).loadMasterData()),
  presence: lazy(async () => (await import('./screens/presence.tsx')).PresenceScreen),
};

/** Loads the code of a screen while the rows that it shows are on their way. A screen that is shown without it tries again. */
export function preloadScreen(name: ScreenName): void {
  screens[name].preload?.().catch(() => undefined);
}

/** The whole page. */
export function App() {
  const { account, screen } = route.value;
  const state = sessionState.value;
  if (account === null || state === 'none') return <Login account={account} />;
  if (state === 'unknown') return <Waiting account={account} />;
  const Screen = screens[screen];
  return (
    <>
      <Shell key={`${account}/${who.value?.user_id}/${givenUp.value}`}>
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
