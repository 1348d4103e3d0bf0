import { analysisTools } from './analysis.ts';
import { coverageTools } from './coverage.ts';
import { dependencyRiskTools } from './dependencyRisks.ts';
import { duplicationTools } from './duplications.ts';
import { hotspotTools } from './hotspots.ts';
import { issueChangeTools } from './issueChanges.ts';
import { issueTools } from './issues.ts';
import { languageTools } from './languages.ts';
import { measureTools } from './measures.ts';
import { portfolioTools } from './portfolios.ts';
import { projectTools } from './projects.ts';
import { qualityGateTools } from './qualityGates.ts';
import { ruleTools } from './rules.ts';
import { sourceTools } from './sources.ts';
import { systemTools } from './system.ts';
import { webhookTools } from './webhooks.ts';
import type { Tool, Tools } from '../definition/tool.ts';
import type { Toolset } from '../definition/toolsets.ts';

/** The tools of each toolset, in the order of the documentation and of `tools/list`. */
const toolsOf: Readonly<Record<Toolset, Tools>> = {
  projects: projectTools,
  issues: issueTools,
  'issue-changes': issueChangeTools,
  'security-hotspots': hotspotTools,
  'quality-gates': qualityGateTools,
  rules: ruleTools,
  measures: measureTools,
  coverage: coverageTools,
  duplications: duplicationTools,
  'dependency-risks': dependencyRiskTools,
  analysis: analysisTools,
  sources: sourceTools,
  languages: languageTools,
  portfolios: portfolioTools,
  system: systemTools,
  webhooks: webhookTools,
};

export const allTools: readonly Tool[] = Object.entries(toolsOf).flatMap(([toolset, tools]) =>
  Object.entries(tools).map(([name, tool]) => ({ name, toolset: toolset as Toolset, ...tool })),
);
