// What needs the server's description of its interface: shown when it is here.
import { effect } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { Problem } from '../parts/field.tsx';
import { isUndescribed, loadSchemas, schemas } from '../store/master.ts';
import { pulls } from '../store/sync.ts';
import { words } from '../words/words.ts';

interface DescribedProps {
  /** What stands in the place of its children meanwhile. */
  readonly title?: ComponentChildren;
  readonly children: () => ComponentChildren;
}

/** Shows its children with the description; without an answer it says so, and asks again when the server answers. */
export function Described({ title, children }: DescribedProps) {
  useEffect(() => effect(() => void (pulls.value >= 0 && schemas.value === null && loadSchemas())), []);
  if (schemas.value !== null) return <>{children()}</>;
  return (
    <>
      {title}
      {isUndescribed.value && <Problem text={words.value.status.offline} />}
    </>
  );
}
