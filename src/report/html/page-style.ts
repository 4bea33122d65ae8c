/** The look of the page: dark or light as its reader's system is, in one column, also on a phone. */
export const PAGE_STYLE = `
:root { color-scheme: light dark; --ink: #1f2328; --dim: #59636e; --ground: #fff; --panel: #f6f8fa; --edge: #d1d9e0;
  --good: #1a7f37; --bad: #cf222e; --odd: #9a6700; --blue: #0969da; --add: #dafbe1; --del: #ffebe9; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6edf3; --dim: #9198a1; --ground: #0d1117; --panel: #161b22; --edge: #30363d;
    --good: #3fb950; --bad: #f85149; --odd: #d29922; --blue: #4493f8; --add: #12361f; --del: #4a1a1e; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 62rem; padding: 1rem; background: var(--ground); color: var(--ink);
  font: 15px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
header { border-left: .4rem solid var(--dim); padding-left: .9rem; }
header.success { border-color: var(--good); } header.failure { border-color: var(--bad); } header.neutral { border-color: var(--odd); }
h1 { font-size: 1.4rem; line-height: 1.3; margin: 0 0 .4rem; }
h2 { font-size: 1.1rem; margin: 1.6rem 0 .5rem; padding-bottom: .2rem; border-bottom: 1px solid var(--edge); }
h3 { font-size: .95rem; margin: 1.3rem 0 .4rem; }
a { color: var(--blue); text-decoration: none; } a:hover { text-decoration: underline; }
code, pre { font: 13px/1.45 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
pre { margin-block: .4rem; padding: .6rem .8rem; background: var(--panel); border-radius: 6px; overflow: auto; max-height: 40rem;
  overflow-wrap: normal; }
.facts { list-style: none; margin: 0; padding: 0; color: var(--dim); font-size: .87rem; }
.facts li { display: inline; } .facts li + li::before { content: " · "; }
.small, .note { color: var(--dim); font-size: .87rem; font-weight: normal; }
.line { margin-block: .3rem; white-space: pre-wrap; }
.warning { border-left: .25rem solid var(--odd); padding: .3rem .7rem; background: var(--panel); }
.notice { margin-block: .3rem; color: var(--dim); white-space: pre-wrap; }
.told { font: 13px/1.45 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
.words .line:first-child, .said .line:first-child { margin-top: 0; }
details { margin-block: .3rem; border: 1px solid var(--edge); border-radius: 6px; }
details > *:not(summary) { margin-left: .8rem; margin-right: .8rem; }
details[open] > *:last-child { margin-bottom: .7rem; }
summary { cursor: pointer; padding: .35rem .7rem; } details[open] > summary { border-bottom: 1px solid var(--edge); margin-bottom: .5rem; }
.call > summary .mark { font-weight: bold; }
.ok > summary .mark { color: var(--good); } .failed > summary .mark, .refused > summary .mark { color: var(--bad); }
.call.refused, .call.failed { border-left: .25rem solid var(--bad); }
:target { outline: 2px solid var(--blue); outline-offset: 2px; }
header .mark { color: var(--dim); } .success .mark { color: var(--good); } .failure .mark { color: var(--bad); } .neutral .mark { color: var(--odd); }
.diff code { display: block; min-width: max-content; } .diff span { display: inline-block; min-width: 100%; }
.add { background: var(--add); } .del { background: var(--del); } .hunk { color: var(--dim); }
ul.refused { list-style: none; padding: 0; } ul.refused > li { border-left: .25rem solid var(--bad); padding: .1rem 0 .1rem .8rem; margin: .7rem 0; }
ul.refused p { margin: .2rem 0; }
ul.todo { list-style: none; padding: 0; }
.wide { overflow-x: auto; } table { border-collapse: collapse; font-size: .87rem; }
th, td { padding: .25rem .6rem; border: 1px solid var(--edge); text-align: right; white-space: nowrap; } th:first-child { text-align: left; }
ol.time { list-style: none; padding: 0; font-size: .87rem; }
ol.time li { display: grid; grid-template-columns: minmax(0, 18rem) 1fr 5rem; gap: .6rem; align-items: center; }
ol.time a { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
ol.time svg { width: 100%; height: .7rem; background: var(--panel); } ol.time span { text-align: right; color: var(--dim); }
rect.model { fill: var(--dim); } rect.call { fill: var(--good); } rect.failed { fill: var(--bad); }
@media (max-width: 40rem) { ol.time li { grid-template-columns: 1fr 4.5rem; } ol.time svg { grid-row: 2; grid-column: 1 / 3; margin-bottom: .3rem; } }
@media print { pre { max-height: none; } }
`;
