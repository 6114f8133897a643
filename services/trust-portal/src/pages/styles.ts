import { createHash } from 'node:crypto';
import { accentShades, COLOURS, mediaVariables } from '@candor/runtime';

const css = `
${mediaVariables(COLOURS)}
:root{color-scheme:light dark;--shadow:0 1px 2px rgb(16 24 40/.06),0 1px 3px rgb(16 24 40/.08)}
@media (prefers-color-scheme:dark){:root{--shadow:none}}
*,*::before,*::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;min-height:100vh;display:flex;flex-direction:column;background:var(--page);color:var(--text);font:16px/1.6 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue","Noto Sans","Liberation Sans",Arial,sans-serif}
main{flex:1;padding:40px 0 64px}
main:focus{outline:none}
.wide,.narrow{width:100%;max-width:860px;margin:0 auto;padding:0 24px}
.narrow{max-width:620px}
a{color:var(--accent);text-underline-offset:3px}
a:hover{color:var(--accent-strong)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px;border-radius:4px}
.skip{position:absolute;left:16px;top:-60px;background:var(--surface);color:var(--text);padding:10px 16px;border-radius:8px;z-index:2}
.skip:focus{top:12px}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.top{background:var(--surface);border-bottom:1px solid var(--line)}
.top .wide{display:flex;align-items:center;justify-content:space-between;gap:16px;min-height:68px}
.brand{display:flex;align-items:center;gap:12px;min-width:0;color:var(--text);text-decoration:none;font-weight:650;font-size:17px}
.brand:hover{color:var(--text)}
.brand-name{overflow:hidden;text-overflow:ellipsis;white-space:nowrap;padding:2px 0}
.logo{height:32px;max-width:140px;object-fit:contain;flex:none}
.monogram{display:grid;place-items:center;width:36px;height:36px;border-radius:9px;background:var(--accent);color:var(--on-accent);font-weight:700}
.top nav{display:flex;align-items:center;gap:20px;flex:none}
.top nav a:not(.button){color:var(--muted);text-decoration:none;font-weight:550;padding:8px 0}
.top nav a:not(.button)[aria-current],.top nav a:not(.button):hover{color:var(--text)}
.top:has(.several) .wide{flex-wrap:wrap;gap:4px 16px;padding-top:12px;padding-bottom:12px}.top:has(.several) .brand{flex:none;max-width:100%}
.top nav.several{flex-wrap:wrap;flex:0 1 auto}
.bottom{border-top:1px solid var(--line);color:var(--muted);font-size:14px}
.bottom .wide{display:flex;justify-content:space-between;flex-wrap:wrap;gap:8px 24px;padding-top:22px;padding-bottom:26px}
.bottom a{color:var(--muted)}
h1{font-size:32px;line-height:1.2;letter-spacing:-.02em;margin:0 0 10px;overflow-wrap:anywhere}
h2,h3,h4{line-height:1.3;letter-spacing:-.01em;overflow-wrap:anywhere}
.lead{color:var(--muted);font-size:18px;margin:0 0 28px;max-width:70ch}
.button,button{display:inline-flex;align-items:center;justify-content:center;gap:8px;min-height:46px;padding:0 20px;border:1px solid transparent;border-radius:10px;background:var(--accent);color:var(--on-accent);font:inherit;font-weight:600;text-decoration:none;cursor:pointer}
.button:hover,button:hover{background:var(--accent-strong);color:var(--on-accent)}
.button.small,button.small{min-height:40px;padding:0 16px;font-size:15px}
.button.quiet,button.quiet{background:transparent;color:var(--text);border-color:var(--line)}
.button.quiet:hover,button.quiet:hover{background:var(--accent-surface);color:var(--text)}
.find{display:flex;gap:10px;margin:0 0 18px}
.find input{flex:1;min-width:0}
input[type=email],input[type=search],input[type=text],textarea{min-height:46px;padding:0 14px;border:1px solid var(--muted);border-radius:10px;background:var(--surface);color:var(--text);font:inherit;width:100%}
::placeholder{color:var(--muted);opacity:1}
.topics{display:flex;flex-wrap:wrap;gap:8px;margin:0 0 28px;padding:0;list-style:none}
.topics a,.tag{display:inline-block;border-radius:999px;text-decoration:none;overflow-wrap:anywhere}
.topics a{padding:6px 14px;border:1px solid var(--line);background:var(--surface);color:var(--muted);font-size:15px;font-weight:550}
.topics a:hover{border-color:var(--accent);color:var(--text)}
.topics a[aria-current]{background:var(--text);border-color:var(--text);color:var(--page)}
.tag{padding:2px 10px;background:var(--accent-surface);color:var(--accent-strong);font-size:13px;font-weight:600}
.updates{list-style:none;margin:0;padding:0;display:grid;gap:16px}
.card{background:var(--surface);border:1px solid var(--line);border-radius:14px;box-shadow:var(--shadow);padding:26px 28px}
.updates h2{font-size:20px;margin:6px 0 6px}
.updates h2 a{color:var(--text);text-decoration:none}
.updates h2 a:hover{color:var(--accent);text-decoration:underline}
.intro{white-space:pre-line;overflow-wrap:anywhere}
.excerpt{margin:0;color:var(--muted);display:-webkit-box;-webkit-line-clamp:3;-webkit-box-orient:vertical;overflow:hidden;overflow-wrap:anywhere}
.meta{display:flex;flex-wrap:wrap;align-items:center;gap:6px 10px;color:var(--muted);font-size:14px;margin:0}
.pages{display:flex;align-items:center;justify-content:space-between;gap:12px;margin-top:28px}
.pages .where{color:var(--muted);font-size:15px}
.pages .gap{min-width:110px}
.empty{text-align:center;padding:56px 28px}
.empty h2{margin:0 0 6px;font-size:20px}
.empty p{margin:0 0 20px;color:var(--muted)}
.found{color:var(--muted);margin:0 0 16px;overflow-wrap:anywhere}
.article{padding:36px 40px}
.article .meta,.meta:has(+h1){margin-bottom:12px}
.text{overflow-wrap:anywhere}
.text h2{font-size:22px;margin:32px 0 8px}.text h3{font-size:18px;margin:26px 0 6px}
.text pre{overflow-x:auto;padding:14px 16px;background:var(--page);border:1px solid var(--line);border-radius:10px;font-size:14px}
.text code{font-family:ui-monospace,SFMono-Regular,Menlo,"Liberation Mono",monospace;font-size:.92em}
.text blockquote{margin:16px 0;padding:2px 0 2px 18px;border-inline-start:3px solid var(--line);color:var(--muted)}
.text li{margin:4px 0}.text li>p{margin:0 0 4px}.text>:first-child{margin-top:0}.text>:last-child{margin-bottom:0}
.text hr{border:0;border-top:1px solid var(--line);margin:28px 0}
.back{display:inline-block;margin:0 0 18px;text-decoration:none;font-weight:550}
.invite{display:flex;align-items:center;justify-content:space-between;flex-wrap:wrap;gap:14px 24px;margin-top:20px;padding:22px 28px;border-radius:14px;background:var(--accent-surface)}
.invite p{margin:0}
.narrow .card{padding:34px 36px}
.narrow h1{font-size:27px}
.field{margin:22px 0}
.field>label,legend{display:block;font-weight:600;margin:0 0 8px;padding:0}
fieldset{border:0;margin:24px 0;padding:0;min-width:0}
.choice{display:flex;gap:12px;align-items:flex-start;padding:9px 0;overflow-wrap:anywhere}
.choice input{width:20px;height:20px;margin:3px 0 0;accent-color:var(--accent);flex:none}
.within{margin-inline-start:32px;border-inline-start:2px solid var(--line);padding-inline-start:18px}
.actions{display:flex;flex-wrap:wrap;gap:12px;margin-top:26px}
.fine{color:var(--muted);font-size:14px;margin:18px 0 0}
.said{border-radius:10px;padding:12px 16px;margin:0 0 20px;background:var(--good-surface);color:var(--good);font-weight:550}
.wrong{background:var(--bad-surface);color:var(--bad)}
.part{margin-top:36px}.part>h2{font-size:22px;margin:0 0 14px}
.preview{margin:0;padding:10px 24px;text-align:center;background:var(--warn-surface);color:var(--warn);font-weight:600}
.updates h3{font-size:19px;margin:6px 0}.updates h3 a{color:var(--text);text-decoration:none}.updates h3 a:hover{color:var(--accent);text-decoration:underline}
.questions{display:grid;gap:10px}.questions .card{padding:0}
.questions summary{cursor:pointer;padding:16px 22px;font-weight:600;overflow-wrap:anywhere}
.questions .text{padding:0 22px 18px}
.asking{margin-top:28px}.asking h2{margin:0 0 6px;font-size:20px}
textarea{width:100%;padding:10px 14px;border:1px solid var(--muted);border-radius:10px;background:var(--surface);color:var(--text);font:inherit;resize:vertical}
.card.table{padding:0;overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:15px}
th,td{text-align:start;vertical-align:top;padding:12px 18px;border-bottom:1px solid var(--line);min-width:130px;overflow-wrap:break-word}
thead th{color:var(--muted);font-weight:600;white-space:nowrap}tbody th{font-weight:600}tbody tr:last-child>*{border-bottom:0}
.plain{margin-top:0;background:var(--surface);border:1px solid var(--line)}
.links{list-style:none;margin:0;padding:0;display:flex;flex-wrap:wrap;gap:8px 24px}.links a{overflow-wrap:anywhere}
.sources{margin:0;padding:0;list-style:none;display:grid;gap:14px}.sources blockquote{margin:6px 0 0;padding-inline-start:14px;border-inline-start:3px solid var(--line);color:var(--muted);overflow-wrap:anywhere}
.address{font-weight:600;overflow-wrap:anywhere}
.mistake{color:var(--bad);margin:6px 0 0;font-weight:550}
.documents{margin:0 0 32px}
.documents>h2,.heading h2{font-size:20px;margin:0 0 12px}.part .heading h2{font-size:22px}
.heading{display:flex;align-items:baseline;justify-content:space-between;gap:16px}
.files{list-style:none;margin:0;padding:0;display:grid;gap:12px}
.file{display:flex;align-items:center;justify-content:space-between;gap:16px 24px;padding:18px 22px}
.file>div{min-width:0}
.file>.button{flex:none}
.file :is(h2,h3){font-size:17px;margin:0 0 4px}.file :is(h2,h3)+.meta{margin-top:10px}
.about{margin:0 0 8px;color:var(--muted);overflow-wrap:anywhere;white-space:pre-line}
.invite .actions{margin-top:0}
.signed-in{display:flex;align-items:center;justify-content:space-between;flex-wrap:wrap;gap:8px 24px;margin:0 0 24px}
.signed-in p{margin:0}
.agreement{max-height:60vh;overflow-y:auto;padding:18px 22px;border:1px solid var(--line);border-radius:10px}
@media (max-width:600px){.file{flex-direction:column;align-items:stretch}main{padding:26px 0 44px}.wide,.narrow{padding:0 16px}h1{font-size:26px}.lead{font-size:16px;margin-bottom:22px}.card,.narrow .card,.article{padding:22px 20px}.top nav:not(.several) a:not(.button){display:none}.top .wide{min-height:62px}.top nav.several{width:100%;flex-wrap:wrap;gap:4px 18px}.find{flex-wrap:nowrap}.find button{padding:0 14px}.within{margin-inline-start:8px}.actions>*{flex:1 1 100%}.topics{flex-wrap:wrap}.invite{padding:20px}.invite .button,.invite .actions{width:100%}.pages .gap{min-width:0}}
@media (prefers-reduced-motion:no-preference){a,button,.button{transition:background-color .12s,color .12s,border-color .12s}}
@media (forced-colors:active){.button,button,.tag{border:1px solid}}
`.trim();

/** The one stylesheet of all portals; its name changes with its content, so that browsers may keep it for ever. */
export const STYLESHEET = {
  css,
  path: `/portal/_assets/${createHash('sha256').update(css).digest('hex').slice(0, 16)}.css`,
};

const ACCENT_PATH = /^\/portal\/_assets\/accent-([0-9a-f]{6})\.css$/;

/** Address of the style sheet of an organization's colour; undefined when it has none of its own. */
export const accentPath = (accentColor: string | undefined): string | undefined =>
  accentColor === undefined ? undefined : `/portal/_assets/accent-${accentColor.slice(1)}.css`;

/** The sheet at such an address: the shades of the colour in which text can be read. */
export function accentSheet(path: string): string | undefined {
  const hex = ACCENT_PATH.exec(path)?.[1];
  return hex === undefined ? undefined : mediaVariables(accentShades(`#${hex}`));
}
