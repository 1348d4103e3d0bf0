import type { Endpoint } from '../http/endpoint.ts';
import { analysisEndpoints } from './analysis.ts';
import { authenticationEndpoints } from './authentication.ts';
import { branchEndpoints } from './branches.ts';
import { cloudEndpoints } from './cloud.ts';
import { componentEndpoints } from './components.ts';
import { duplicationEndpoints } from './duplications.ts';
import { eventEndpoints } from './events.ts';
import { favoriteEndpoints } from './favorites.ts';
import { fileAnalysisEndpoints } from './fileAnalysis.ts';
import { gateEndpoints } from './gates.ts';
import { hotspotEndpoints } from './hotspots.ts';
import { issueSearchEndpoints } from './issueSearch.ts';
import { issueEndpoints } from './issues.ts';
import { languageEndpoints } from './languages.ts';
import { measureEndpoints } from './measures.ts';
import { navigationEndpoints } from './navigation.ts';
import { organizationEndpoints } from './organizations.ts';
import { permissionEndpoints } from './permissions.ts';
import { projectEndpoints } from './projects.ts';
import { pushEndpoints } from './push.ts';
import { ruleEndpoints } from './rules.ts';
import { settingEndpoints } from './settings.ts';
import { sourceEndpoints } from './sources.ts';
import { systemEndpoints } from './system.ts';
import { tokenEndpoints } from './tokens.ts';
import { userEndpoints } from './users.ts';
import { v2Endpoints } from './v2.ts';
import { webhookEndpoints } from './webhooks.ts';

/** Every endpoint of the Web API. */
export const endpoints: readonly Endpoint[] = [
  ...analysisEndpoints,
  ...authenticationEndpoints,
  ...branchEndpoints,
  ...cloudEndpoints,
  ...componentEndpoints,
  ...duplicationEndpoints,
  ...eventEndpoints,
  ...favoriteEndpoints,
  ...fileAnalysisEndpoints,
  ...gateEndpoints,
  ...hotspotEndpoints,
  ...issueEndpoints,
  ...issueSearchEndpoints,
  ...languageEndpoints,
  ...measureEndpoints,
  ...navigationEndpoints,
  ...organizationEndpoints,
  ...permissionEndpoints,
  ...projectEndpoints,
  ...pushEndpoints,
  ...ruleEndpoints,
  ...settingEndpoints,
  ...sourceEndpoints,
  ...systemEndpoints,
  ...tokenEndpoints,
  ...userEndpoints,
  ...v2Endpoints,
  ...webhookEndpoints,
];
