import { assignIssue } from './assignIssue.ts';
import { changeHotspotStatus } from './changeHotspotStatus.ts';
import { changeIssues } from './changeIssues.ts';
import { changeIssueStatus } from './changeIssueStatus.ts';
import { createWebhook } from './createWebhook.ts';
import { deleteWebhook } from './deleteWebhook.ts';
import { explainQualityGate } from './explainQualityGate.ts';
import { getChangesSince } from './getChangesSince.ts';
import { getComponentMeasures } from './getComponentMeasures.ts';
import { getDuplications } from './getDuplications.ts';
import { getFileCoverageDetails } from './getFileCoverageDetails.ts';
import { getMeasuresHistory } from './getMeasuresHistory.ts';
import { getProjectGateStatus } from './getProjectGateStatus.ts';
import { getRawSource } from './getRawSource.ts';
import { getScmInfo } from './getScmInfo.ts';
import { getSystemHealth } from './getSystemHealth.ts';
import { getSystemInfo } from './getSystemInfo.ts';
import { getSystemLogs } from './getSystemLogs.ts';
import { getSystemStatus } from './getSystemStatus.ts';
import { listBranches } from './listBranches.ts';
import { listEnterprises } from './listEnterprises.ts';
import { listGateStatuses } from './listGateStatuses.ts';
import { listLanguages } from './listLanguages.ts';
import { listPortfolios } from './listPortfolios.ts';
import { listPullRequests } from './listPullRequests.ts';
import { listQualityGates } from './listQualityGates.ts';
import { listWebhookDeliveries } from './listWebhookDeliveries.ts';
import { listWebhooks } from './listWebhooks.ts';
import { pingSystem } from './pingSystem.ts';
import { redeliverWebhook } from './redeliverWebhook.ts';
import { runAdvancedCodeAnalysis } from './runAdvancedCodeAnalysis.ts';
import { searchDependencyRisks } from './searchDependencyRisks.ts';
import { searchDuplicatedFiles } from './searchDuplicatedFiles.ts';
import { searchFilesByCoverage } from './searchFilesByCoverage.ts';
import { searchHotspots } from './searchHotspots.ts';
import { searchIssues } from './searchIssues.ts';
import { searchMetrics } from './searchMetrics.ts';
import { searchProjects } from './searchProjects.ts';
import { showHotspot } from './showHotspot.ts';
import { showRule } from './showRule.ts';
import { updateWebhook } from './updateWebhook.ts';
import type { Tool } from '../definition/tool.ts';

/** Every tool, in the order of the documentation and of `tools/list`. */
export const allTools: readonly Tool[] = [
  getChangesSince,
  listBranches,
  listPullRequests,
  pingSystem,
  searchProjects,
  changeIssueStatus,
  searchIssues,
  assignIssue,
  changeIssues,
  changeHotspotStatus,
  searchHotspots,
  showHotspot,
  explainQualityGate,
  getProjectGateStatus,
  listGateStatuses,
  listQualityGates,
  showRule,
  getComponentMeasures,
  getMeasuresHistory,
  searchMetrics,
  getFileCoverageDetails,
  searchFilesByCoverage,
  getDuplications,
  searchDuplicatedFiles,
  searchDependencyRisks,
  runAdvancedCodeAnalysis,
  getRawSource,
  getScmInfo,
  listLanguages,
  listEnterprises,
  listPortfolios,
  getSystemHealth,
  getSystemInfo,
  getSystemLogs,
  getSystemStatus,
  createWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  redeliverWebhook,
  updateWebhook,
];
