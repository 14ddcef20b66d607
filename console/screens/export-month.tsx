// Timesheets of a month as a file: of one person, or of all whom the person may see.
import { useState } from 'preact/hooks';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Problem } from '../parts/field.tsx';
import { useKeys } from '../parts/keys.ts';
import { refusalText } from '../refusal-text.ts';
import { download, type Refusal } from '../store/http.ts';
import { who } from '../store/session.ts';
import { words } from '../words/words.ts';

const formats = ['pdf', 'xlsx', 'csv'] as const;

/** The button, with its key, and the choice of the format. */
export function ExportMonth({ month, person }: { readonly month: string; readonly person?: number }) {
  const [isOpen, setOpen] = useState(false);
  const [busy, setBusy] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const w = words.value.export;
  const open = (): void => {
    setRefusal(null);
    setOpen(true);
  };
  const fetchFile = async (format: (typeof formats)[number]): Promise<void> => {
    setBusy(format);
    const only = person === undefined ? {} : { user_id: person };
    const more = format === 'csv' ? { bom: 1 } : {};
    const account = who.value?.account ?? '';
    const path = 'v4/exports/timesheets/';
    const why = await download({ account, path, query: { month, format, ...only, ...more } });
    setBusy(null);
    setRefusal(why);
    if (why === null) setOpen(false);
  };
  useKeys({ e: open });
  return (
    <>
      <Button class="no-print" icon="download" onClick={open}>
        {w.button}
      </Button>
      {isOpen && (
        <Dialog title={w.button} closeLabel={words.value.general.close} onClose={() => setOpen(false)}>
          {refusal !== null && <Problem text={refusalText(refusal)} />}
          <div class="fields" aria-busy={busy !== null}>
            {formats.map((format) => (
              <Button key={format} disabled={busy !== null} onClick={() => void fetchFile(format)}>
                {busy === format ? w.busy : w.formats[format]}
              </Button>
            ))}
          </div>
        </Dialog>
      )}
    </>
  );
}
