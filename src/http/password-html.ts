// The page for choosing a password as HTML: no script, nothing from elsewhere, readable without style.
import { createHash } from 'node:crypto';
import type { HttpResponse } from '#request/http-message.ts';
import { escapeHtml } from '#values/escape-html.ts';
import { pageWords, type PageLanguage, type PageMessage, type PageWords } from './password-words.ts';
import type { PasswordLink } from './server-parts.ts';

/** The form, perhaps again. */
export interface PasswordForm {
  readonly language: PageLanguage;
  readonly code: string;
  readonly link: PasswordLink;
  /** What was wrong with what was sent; `null`: nothing was sent yet. */
  readonly faults: readonly PageFault[] | null;
}

/** A rule that is broken; `differ`: the two passwords are not the same. */
export interface PageFault {
  readonly rule: string;
}

/** The colours and sizes of the web console's login; this page works where the console is not built. */
const style = `
:root { color-scheme: light dark; --page: light-dark(#fff, #16181c); --card: light-dark(#fff, #1f2227);
  --ink: light-dark(#1a1d21, #eceef1); --line: light-dark(#dcdfe4, #33383f); --border: light-dark(#868c96, #7b828d);
  --accent: light-dark(#0b57d0, #8ab4f8); --on-accent: light-dark(#fff, #10141a); --fault: light-dark(#ba2205, #d65943); }
body { font: 1rem/1.5 system-ui, sans-serif; margin: 0; padding: 1rem; background: var(--page); color: var(--ink); }
main { box-sizing: border-box; max-width: 26rem; margin: 10vh auto 0; padding: 1.5rem; background: var(--card);
  border: 1px solid var(--line); border-radius: 8px; overflow-wrap: anywhere; }
h1 { font: 600 1.25rem/1.75rem system-ui, sans-serif; margin: 0; }
label, input, button { display: block; font: inherit; box-sizing: border-box; width: 100%; border-radius: 4px; }
label { margin-top: 1rem; font-weight: 600; }
input { padding: 0.5rem; background: var(--page); color: inherit; border: 1px solid var(--border); }
input:read-only { background: transparent; border-color: var(--line); }
button { margin-top: 1.5rem; padding: 0.625rem; border: 0; background: var(--accent); color: var(--on-accent);
  font-weight: 600; cursor: pointer; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
ul { padding-left: 1.25rem; }
a { color: var(--accent); }
.fault { border-left: 4px solid var(--fault); margin-top: 1rem; padding-left: 1rem; }
`;

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; '),
};

/** The form: 200, or 422 when what was sent will not do. */
export function formPage({ language, code, link, faults }: PasswordForm): HttpResponse {
  const words = pageWords[language];
  const body = `<h1>${escapeHtml(words.title)}</h1>
${faults === null ? '' : faultBox(words, faults, link)}<form method="post" action="password?lang=${language}">
<input type="hidden" name="token" value="${escapeHtml(code)}">
<label for="username">${escapeHtml(words.username)}</label>
<input id="username" name="username" autocomplete="username" value="${escapeHtml(link.username)}" readonly>
<label for="password">${escapeHtml(words.password)}</label>
<input id="password" name="password" type="password" autocomplete="new-password" aria-describedby="rules" maxlength="255" required>
<div id="rules"><p>${escapeHtml(words.must)}</p>
${list(words, rulesOf(link), link)}</div>
<label for="again">${escapeHtml(words.again)}</label>
<input id="again" name="again" type="password" autocomplete="new-password" maxlength="255" required>
<button type="submit">${escapeHtml(words.submit)}</button>
</form>`;
  return page(faults === null ? 200 : 422, { language, title: words.title, body });
}

/** A button that confirms the new e-mail address: opening a link alone, as mail scanners do, changes nothing. */
export function confirmPage({ language, code }: { language: PageLanguage; code: string }): HttpResponse {
  const words = pageWords[language];
  const body = `<h1>${escapeHtml(words.confirmTitle)}</h1>
<form method="post" action="email?lang=${language}">
<input type="hidden" name="token" value="${escapeHtml(code)}">
<button type="submit">${escapeHtml(words.confirm)}</button>
</form>`;
  return page(200, { language, title: words.confirmTitle, body });
}

/** A button that logs in as the user of the link: opening the link alone does not. */
export function loginPage({ language, code }: { language: PageLanguage; code: string }): HttpResponse {
  const words = pageWords[language];
  const body = `<h1>${escapeHtml(words.loginTitle)}</h1>
<p>${escapeHtml(words.loginText)}</p>
<form method="post" action="login?lang=${language}">
<input type="hidden" name="token" value="${escapeHtml(code)}">
<button type="submit">${escapeHtml(words.login)}</button>
</form>`;
  return page(200, { language, title: words.loginTitle, body });
}

/** What a page without a form says, and the account to whose login it leads; without one it leads nowhere. */
export interface Message {
  readonly language: PageLanguage;
  readonly message: PageMessage;
  readonly account?: string;
}

/** A page that only says something. */
export function messagePage(status: number, { language, message, account }: Message): HttpResponse {
  const words = pageWords[language];
  const [title, text] = words[message];
  const said = `<h1>${escapeHtml(title)}</h1>\n<p role="status">${escapeHtml(text)}</p>`;
  if (account === undefined) return page(status, { language, title, body: said });
  // From `/<account>/password`, below any prefix.
  const login = `<p><a href="../@${encodeURIComponent(account)}/today">${escapeHtml(words.toLogin)}</a></p>`;
  return page(status, { language, title, body: `${said}\n${login}` });
}

function rulesOf({ needs }: PasswordLink): readonly PageFault[] {
  return [
    { rule: 'too_short' },
    ...needs.map((name) => ({ rule: `needs_${name}` })),
    { rule: 'holds_personal_data' },
    { rule: 'too_common' },
    { rule: 'repetitive' },
  ];
}

function faultBox(words: PageWords, faults: readonly PageFault[], link: PasswordLink): string {
  const rules = faults.filter(({ rule }) => rule in words.rules);
  const differ = faults.some(({ rule }) => rule === 'differ') ? `<p>${escapeHtml(words.differ)}</p>\n` : '';
  const unsuitable = `<p>${escapeHtml(words.unsuitable)}</p>\n${list(words, rules, link)}`;
  return `<div class="fault" role="alert">\n${differ}${rules.length === 0 ? '' : unsuitable}</div>\n`;
}

function list(words: PageWords, faults: readonly PageFault[], { minimumLength }: PasswordLink): string {
  const items = faults.map(({ rule }) => (words.rules[rule] ?? rule).replace('#', String(minimumLength)));
  return `<ul>\n${items.map((item) => `<li>${escapeHtml(item)}</li>`).join('\n')}\n</ul>\n`;
}

function page(
  status: number,
  { language, title, body }: { language: PageLanguage; title: string; body: string },
): HttpResponse {
  const html = `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`;
  return { status, headers, body: html };
}
