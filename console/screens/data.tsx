// Master data: lists and forms of plain resources and the account's settings. The address says which, and which row.
import { addressOf, go, route } from '../router.ts';
import { fieldWords, withFieldWords } from '../words/field-words.ts';
import { words } from '../words/words.ts';
import { Described } from './described.tsx';
import { lazy } from './lazy.tsx';
import { RowForm } from './row-form.tsx';
import { RowList } from './row-list.tsx';
import { BackLink, RowPage } from './row-page.tsx';
import { mayDo, offeredKinds } from './visible-screens.ts';

const Settings = lazy(async () => (await import('./settings.tsx')).Settings);

/** The screen, when its words are here. */
export const loadMasterData = withFieldWords(MasterData);

function MasterData() {
  const { detail, query } = route.value;
  const w = words.value;
  const kind = offeredKinds.value.find((name) => name === detail) ?? offeredKinds.value[0];
  // The address may name a row of a kind that is not offered: what is shown in its place is a list.
  const id = kind === detail ? (query['id'] ?? '') : '';
  if (kind === undefined)
    return (
      <>
        <h1>{w.screens.data}</h1>
        <p class="empty">{fieldWords.value.nothingOffered}</p>
      </>
    );
  return (
    <div class={`data ${detail === '' ? 'at-menu' : ''}`}>
      <nav class="data-menu no-print" aria-label={w.screens.data}>
        {detail === '' ? <h1>{w.screens.data}</h1> : <p class="title">{w.screens.data}</p>}
        {offeredKinds.value.map((name) => (
          <a key={name} href={addressOf('data', name)} aria-current={name === kind ? 'page' : undefined}>
            {fieldWords.value.kinds[name]?.[0]}
          </a>
        ))}
      </nav>
      <section class="data-main">
        <Described title={detail !== '' && <h1>{fieldWords.value.kinds[kind]?.[0]}</h1>}>
          {() => <OfKind key={kind} kind={kind} id={id} Head={detail === '' ? 'h2' : 'h1'} />}
        </Described>
      </section>
    </div>
  );
}

interface KindProps {
  readonly kind: string;
  readonly id: string;
  /** The heading of the list: the menu has the first one while no kind is chosen. */
  readonly Head: 'h1' | 'h2';
}

function OfKind({ kind, id, Head }: KindProps) {
  const w = fieldWords.value;
  const [many = '', one = ''] = w.kinds[kind] ?? [];
  const list = addressOf('data', kind);
  const pageOf = (row: unknown): string => addressOf('data', kind, { id: String(row) });
  const back = <BackLink to={list} text={many} />;
  if (kind === 'generalSettings')
    return (
      <>
        <BackLink to={addressOf('data')} text={words.value.screens.data} />
        <Settings title={<Head>{many}</Head>} />
      </>
    );
  if (id === 'new')
    return (
      <>
        {back}
        <h1>{w.add(one)}</h1>
        <RowForm
          {...{ resource: kind, row: null, action: 'create', writable: 'all' }}
          onDone={(row) => go(pageOf(row?.['id']), 'replace')}
        />
      </>
    );
  if (id !== '')
    return (
      <>
        {back}
        <RowPage key={id} resource={kind} id={Number(id)} onDone={() => go(list, 'replace')} />
      </>
    );
  return (
    <>
      <BackLink to={addressOf('data')} text={words.value.screens.data} />
      <Head>{many}</Head>
      <RowList
        resource={kind}
        onNew={mayDo('create', kind) ? () => go(pageOf('new')) : null}
        hrefOf={(row) => pageOf(row['id'])}
        hasKeys
      />
    </>
  );
}
