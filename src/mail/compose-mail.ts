// From words and facts to the text and HTML of a mail. What people typed is text everywhere: never markup, never a header.
import { escapeHtml } from '#values/escape-html.ts';
import type { MailFacts, MailKind, MailLanguage } from './mail-kind.ts';

/** A mail's content. */
export interface ComposedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Puts a mail together; `link` is the address behind the kind's link. */
export function composeMail(
  kind: MailKind,
  { language, facts, link }: { language: MailLanguage; facts: MailFacts; link: string | null },
): ComposedMail {
  const words = kind.words[language](oneLineEach(facts));
  const named = words.link !== undefined && link !== null ? { name: words.link, address: link } : null;
  const middle = named === null ? [] : [`${named.name}:\n${named.address}`];
  const { facts: told = [] } = words;
  const lines = told.length === 0 ? [] : [told.map(([label, value]) => `${label}: ${value}`).join('\n')];
  return {
    subject: words.subject.slice(0, longestSubject).toWellFormed(),
    text: `${[...words.before, ...lines, ...middle, ...words.after].join('\n\n')}\n`,
    html: page(language, [
      ...words.before.map(paragraph),
      ...(told.length === 0 ? [] : [table(told)]),
      ...(named === null ? [] : [linkParagraph(named)]),
      ...words.after.map(paragraph),
    ]),
  };
}

const longestSubject = 200;
const longestFact = 100;
const longestText = 4000;

/** Line ends would be new headers in a subject and new paragraphs in a text. */
function oneLineEach(facts: MailFacts): MailFacts {
  const oneLine = (text: string, longest = longestFact): string =>
    text
      .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
      .trim()
      .slice(0, longest)
      .toWellFormed();
  const data = Object.entries(facts.data).map(([name, text]) => [name, oneLine(text, longestText)]);
  return {
    firstname: oneLine(facts.firstname),
    username: oneLine(facts.username),
    company: oneLine(facts.company),
    data: Object.fromEntries(data) as Record<string, string>,
  };
}

function paragraph(text: string): string {
  return `<p>${escapeHtml(text)}</p>`;
}

function table(facts: readonly (readonly [label: string, value: string])[]): string {
  const cell = 'style="text-align: left; vertical-align: top; padding: 0.2em 1.2em 0.2em 0"';
  const rows = facts.map(
    ([label, value]) =>
      `<tr><th scope="row" ${cell}>${escapeHtml(label)}</th><td ${cell}>${escapeHtml(value)}</td></tr>`,
  );
  return `<table style="border-collapse: collapse">\n${rows.join('\n')}\n</table>`;
}

function linkParagraph({ name, address }: { name: string; address: string }): string {
  const shown = escapeHtml(address);
  return `<p><a href="${shown}"><strong>${escapeHtml(name)}</strong></a></p>\n<p><small>${shown}</small></p>`;
}

function page(language: MailLanguage, paragraphs: readonly string[]): string {
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>
<body style="font-family: sans-serif; max-width: 36em; line-height: 1.5">
${paragraphs.join('\n')}
</body>
</html>
`;
}
