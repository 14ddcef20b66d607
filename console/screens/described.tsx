// What needs the server's description of its interface: shown when it is here.
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { Problem } from '../parts/field.tsx';
import { isUndescribed, loadSchemas, schemas } from '../store/master.ts';
import { fieldWords } from '../words/field-words.ts';

interface DescribedProps {
  /** What stands in the place of its children meanwhile. */
  readonly title?: ComponentChildren;
  readonly children: () => ComponentChildren;
}

/** Shows its children with the description; says so where the server has none. */
export function Described({ title, children }: DescribedProps) {
  useEffect(() => void loadSchemas(), []);
  if (schemas.value !== null) return <>{children()}</>;
  return (
    <>
      {title}
      {isUndescribed.value && <Problem text={fieldWords.value.undescribed} />}
    </>
  );
}
