import { changeHotspotStatus } from './catalogue/changeHotspotStatus.ts';
import { changeIssueStatus } from './catalogue/changeIssueStatus.ts';
import { createWebhook } from './catalogue/createWebhook.ts';
import { deleteWebhook } from './catalogue/deleteWebhook.ts';
import { explainQualityGate } from './catalogue/explainQualityGate.ts';
import { getChangesSince } from './catalogue/getChangesSince.ts';
import { getComponentMeasures } from './catalogue/getComponentMeasures.ts';
import { getDuplications } from './catalogue/getDuplications.ts';
import { getFileCoverageDetails } from './catalogue/getFileCoverageDetails.ts';
import { getMeasuresHistory } from './catalogue/getMeasuresHistory.ts';
import { getProjectGateStatus } from './catalogue/getProjectGateStatus.ts';
import { getRawSource } from './catalogue/getRawSource.ts';
import { getScmInfo } from './catalogue/getScmInfo.ts';
import { getSystemHealth } from './catalogue/getSystemHealth.ts';
import { getSystemInfo } from './catalogue/getSystemInfo.ts';
import { getSystemLogs } from './catalogue/getSystemLogs.ts';
import { getSystemStatus } from './catalogue/getSystemStatus.ts';
import { listBranches } from './catalogue/listBranches.ts';
import { listEnterprises } from './catalogue/listEnterprises.ts';
import { listGateStatuses } from './catalogue/listGateStatuses.ts';
import { listLanguages } from './catalogue/listLanguages.ts';
import { listPortfolios } from './catalogue/listPortfolios.ts';
import { listPullRequests } from './catalogue/listPullRequests.ts';
import { listQualityGates } from './catalogue/listQualityGates.ts';
import { listWebhookDeliveries } from './catalogue/listWebhookDeliveries.ts';
import { listWebhooks } from './catalogue/listWebhooks.ts';
import { pingSystem } from './catalogue/pingSystem.ts';
import { redeliverWebhook } from './catalogue/redeliverWebhook.ts';
import { runAdvancedCodeAnalysis } from './catalogue/runAdvancedCodeAnalysis.ts';
import { searchDependencyRisks } from './catalogue/searchDependencyRisks.ts';
import { searchDuplicatedFiles } from './catalogue/searchDuplicatedFiles.ts';
import { searchFilesByCoverage } from './catalogue/searchFilesByCoverage.ts';
import { searchHotspots } from './catalogue/searchHotspots.ts';
import { searchIssues } from './catalogue/searchIssues.ts';
import { searchMetrics } from './catalogue/searchMetrics.ts';
import { searchProjects } from './catalogue/searchProjects.ts';
import { showHotspot } from './catalogue/showHotspot.ts';
import { showRule } from './catalogue/showRule.ts';
import { updateWebhook } from './catalogue/updateWebhook.ts';
import type { Tool } from './tool.ts';

/** Every tool, in the order of the documentation and of `tools/list`. */
export const catalogue: readonly Tool[] = [
  getChangesSince,
  listBranches,
  listPullRequests,
  pingSystem,
  searchProjects,
  changeIssueStatus,
  searchIssues,
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
