import type { Endpoint } from '../http/endpoint.ts';
import { systemEndpoints } from './administration/system.ts';
import { analysisEndpoints } from './analyses/analyses.ts';
import { fileAnalysisEndpoints } from './analyses/fileAnalysis.ts';
import { tokenEndpoints } from './auth/tokens.ts';
import { userEndpoints } from './auth/users.ts';
import { eventEndpoints } from './gates/events.ts';
import { gateEndpoints } from './gates/gates.ts';
import { issueEndpoints } from './issues/changeIssues.ts';
import { hotspotEndpoints } from './issues/hotspots.ts';
import { ruleEndpoints } from './issues/rules.ts';
import { issueSearchEndpoints } from './issues/searchIssues.ts';
import { measureEndpoints } from './measures/measures.ts';
import { sourceEndpoints } from './measures/sources.ts';
import { branchEndpoints } from './projects/branches.ts';
import { componentEndpoints } from './projects/components.ts';
import { cloudEndpoints, organizationEndpoints } from './projects/organizations.ts';
import { projectEndpoints } from './projects/projects.ts';
import { webhookEndpoints } from './webhooks.ts';

export const endpoints: readonly Endpoint[] = [
  ...analysisEndpoints,
  ...branchEndpoints,
  ...cloudEndpoints,
  ...componentEndpoints,
  ...eventEndpoints,
  ...fileAnalysisEndpoints,
  ...gateEndpoints,
  ...hotspotEndpoints,
  ...issueEndpoints,
  ...issueSearchEndpoints,
  ...measureEndpoints,
  ...organizationEndpoints,
  ...projectEndpoints,
  ...ruleEndpoints,
  ...sourceEndpoints,
  ...systemEndpoints,
  ...tokenEndpoints,
  ...userEndpoints,
  ...webhookEndpoints,
];
