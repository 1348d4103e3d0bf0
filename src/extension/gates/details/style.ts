/** All colours come from the theme, so that light, dark and high-contrast themes need no special rules. */
export const style = `
body { color: var(--vscode-foreground); font-family: var(--vscode-font-family); font-size: var(--vscode-font-size);
  line-height: 1.5; max-width: 60em; padding: 0 1.5em 2em; }
h1 { font-size: 1.5em; font-weight: 600; margin: 1em 0 .25em; }
h2 { font-size: 1.2em; font-weight: 600; margin: 1.75em 0 .5em; }
h3 { font-size: 1em; font-weight: 600; margin: 1.25em 0 .25em; }
main a { color: var(--vscode-textLink-foreground); text-decoration: underline; }
a:focus-visible, summary:focus-visible { outline: 1px solid var(--vscode-focusBorder); outline-offset: 2px; }
summary { cursor: pointer; }
nav a { margin-right: 1.5em; }
.status { border: 1px solid currentColor; border-radius: 3px; font-weight: 600; padding: .1em .5em; }
.note { border-left: 3px solid var(--vscode-editorWarning-foreground, currentColor); padding-left: .75em; }
.empty { color: var(--vscode-descriptionForeground); }
table { border-collapse: collapse; margin: .5em 0; width: 100%; }
caption { color: var(--vscode-descriptionForeground); padding-bottom: .25em; text-align: left; }
th, td { border-bottom: 1px solid var(--vscode-widget-border, var(--vscode-contrastBorder, transparent)); padding: .3em .75em .3em 0;
  text-align: left; vertical-align: top; }
th { font-weight: 600; }
ul { margin: .25em 0; padding-left: 1.25em; }
li { margin: .25em 0; }
.plot { display: block; height: auto; margin: .5em 0; max-width: 48em; width: 100%; }
.plot text { fill: var(--vscode-descriptionForeground, currentColor); font-size: 13px; }
.plot .end { text-anchor: end; }
.plot .axis { fill: none; stroke: var(--vscode-descriptionForeground, currentColor); }
.plot .line { fill: none; stroke: var(--vscode-charts-blue, currentColor); stroke-width: 2; }
.plot .threshold { stroke: var(--vscode-charts-foreground, currentColor); stroke-dasharray: 6 4; }
.plot .good { fill: var(--vscode-charts-green, currentColor); }
.plot .bad { fill: var(--vscode-charts-red, currentColor); }
`;
