// People: the list of those whose data the person may see, one of them, or a new one. The address says which.
import { useState } from 'preact/hooks';
import { Button } from '../parts/button.tsx';
import { addressOf, go, route } from '../router.ts';
import { who } from '../store/session.ts';
import { fieldWords, withFieldWords } from '../words/field-words.ts';
import { words } from '../words/words.ts';
import { Described } from './described.tsx';
import { lazy } from './lazy.tsx';
import { RowForm } from './row-form.tsx';
import { RowList } from './row-list.tsx';
import { BackLink } from './row-page.tsx';
import { PrintButton } from './screen-parts.tsx';
import { mayDo } from './visible-screens.ts';

const PersonPage = lazy(async () => (await import('./person.tsx')).PersonPage);

const pageOf = (id: unknown): string => addressOf('people', String(id));

/** The screen, when its words are here. */
export const loadPeople = withFieldWords(People);

function People() {
  const { detail } = route.value;
  if (detail !== '')
    return (
      <div class="people">
        <BackLink to={addressOf('people')} text={words.value.screens.people} />
        {detail === 'new' ? <NewPerson /> : <PersonPage key={detail} id={Number(detail)} />}
      </div>
    );
  const isOffered = mayDo('invite', 'users') || mayDo('create', 'users');
  return (
    <div class="people">
      <div class="screen-head">
        <h1>{words.value.screens.people}</h1>
        <PrintButton look="push" />
      </div>
      <Described>
        {() => (
          <RowList
            resource="users"
            onNew={isOffered ? () => go(pageOf('new')) : null}
            hrefOf={(row) => pageOf(row['id'])}
            hasKeys
          />
        )}
      </Described>
    </div>
  );
}

/** Two ways in: a mail with which people choose their password, or a password that is told to them. */
function NewPerson() {
  const ways = (['invite', 'create'] as const).filter((way) => mayDo(way, 'users'));
  const [way, setWay] = useState(who.value?.sends_mail === 1 ? ways[0] : ways.at(-1));
  const w = fieldWords.value;
  return (
    <>
      <h1>{w.add(w.kinds['users']?.[1] ?? '')}</h1>
      {ways.length > 1 && (
        <div class="segments" role="group" aria-label={w.way}>
          {ways.map((one) => (
            <Button key={one} aria-pressed={one === way} onClick={() => setWay(one)}>
              {w.ways[one]}
            </Button>
          ))}
        </div>
      )}
      <Described>
        {() =>
          way === undefined ? (
            <p class="empty">{w.noneOffered}</p>
          ) : (
            <RowForm
              key={way}
              {...{ resource: 'users', action: way, row: null, writable: 'all' }}
              onDone={(row) => go(pageOf(row?.['id']), 'replace')}
            />
          )
        }
      </Described>
    </>
  );
}
