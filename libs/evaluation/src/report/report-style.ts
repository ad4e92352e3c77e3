export const REPORT_STYLE = `
:root { color-scheme: light dark; --ink: #1c2430; --soft: #566072; --paper: #fff; --line: #d9dee6; --bar: #2f6fb3; --mark: #b4442f; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6eaf0; --soft: #a5afbf; --paper: #14181f; --line: #333b48; --bar: #5b9bdd; --mark: #e98a74; } }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 1000px; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.2rem; margin-top: 2.2rem; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; border: 1px solid var(--line); padding: .6rem .8rem; border-radius: 4px; }
.scroll { overflow-x: auto; } .plots { display: flex; flex-wrap: wrap; gap: 1.5rem; }
figure { margin: 1rem 0; max-width: 100%; } figcaption { color: var(--soft); max-width: 46ch; margin-bottom: .4rem; }
table { border-collapse: collapse; font-size: .9rem; } th, td { text-align: left; vertical-align: top; padding: .25rem .7rem .25rem 0; border-bottom: 1px solid var(--line); overflow-wrap: break-word; min-width: 4rem; } th { white-space: nowrap; }
svg { max-width: none; } svg text { fill: var(--ink); font-size: 12px; } svg .tick, svg .note { fill: var(--soft); }
.grid { stroke: var(--line); } .bar { fill: var(--bar); } .whisker { stroke: var(--ink); stroke-width: 1.5; opacity: .7; }
.diagonal { stroke: var(--soft); stroke-dasharray: 4 4; } .gap { stroke: var(--mark); } .point { fill: var(--bar); fill-opacity: .75; }
`;
