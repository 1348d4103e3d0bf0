/** Address of the page that shows the answer of `explain_quality_gate`, in clients that show pages (MCP Apps). */
export const gateView = 'ui://service/quality-gate.html';

/** What the page calls: the tool whose answer it shows, two that add to it, and one that changes an issue. */
const used: ReadonlySet<string> = new Set([
  'explain_quality_gate',
  'get_project_quality_gate_status',
  'get_measures_history',
  'change_service_issue_status',
]);

/** Returns the page as a resource; undefined if its tool is not offered, or if the source runs without a build. */
export async function readGateView(offered: readonly string[]) {
  const tools = offered.filter((name) => used.has(name));
  if (!tools.includes('explain_quality_gate')) return undefined;
  const { gateDocument } = await import('./gateDocument.ts');
  const text = gateDocument(tools);
  // The page needs no address of the network: a host that follows this blocks every request.
  const csp = { connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] };
  return text === undefined
    ? undefined
    : { uri: gateView, mimeType: 'text/html;profile=mcp-app', text, _meta: { ui: { csp } } };
}
