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
import type { Tool } from '../definition/tool.ts';

/** Every tool, in the order of the documentation and of `tools/list`. Each toolset has a file. */
export const allTools: readonly Tool[] = [
  ...projectTools,
  ...issueTools,
  ...issueChangeTools,
  ...hotspotTools,
  ...qualityGateTools,
  ...ruleTools,
  ...measureTools,
  ...coverageTools,
  ...duplicationTools,
  ...dependencyRiskTools,
  ...analysisTools,
  ...sourceTools,
  ...languageTools,
  ...portfolioTools,
  ...systemTools,
  ...webhookTools,
];
