import type { Action } from '../http/action.ts';
import { analysisActions } from './analysis.ts';
import { authenticationActions } from './authentication.ts';
import { branchActions } from './branches.ts';
import { cloudActions } from './cloud.ts';
import { componentActions } from './components.ts';
import { duplicationActions } from './duplications.ts';
import { eventActions } from './events.ts';
import { favoriteActions } from './favorites.ts';
import { fileAnalysisActions } from './fileAnalysis.ts';
import { gateActions } from './gates.ts';
import { hotspotActions } from './hotspots.ts';
import { issueSearchActions } from './issueSearch.ts';
import { issueActions } from './issues.ts';
import { languageActions } from './languages.ts';
import { measureActions } from './measures.ts';
import { navigationActions } from './navigation.ts';
import { organizationActions } from './organizations.ts';
import { permissionActions } from './permissions.ts';
import { projectActions } from './projects.ts';
import { pushActions } from './push.ts';
import { ruleActions } from './rules.ts';
import { settingActions } from './settings.ts';
import { sourceActions } from './sources.ts';
import { systemActions } from './system.ts';
import { tokenActions } from './tokens.ts';
import { userActions } from './users.ts';
import { v2Actions } from './v2.ts';
import { webhookActions } from './webhooks.ts';

/** Every action of the Web API. */
export const actions: readonly Action[] = [
  ...analysisActions,
  ...authenticationActions,
  ...branchActions,
  ...cloudActions,
  ...componentActions,
  ...duplicationActions,
  ...eventActions,
  ...favoriteActions,
  ...fileAnalysisActions,
  ...gateActions,
  ...hotspotActions,
  ...issueActions,
  ...issueSearchActions,
  ...languageActions,
  ...measureActions,
  ...navigationActions,
  ...organizationActions,
  ...permissionActions,
  ...projectActions,
  ...pushActions,
  ...ruleActions,
  ...settingActions,
  ...sourceActions,
  ...systemActions,
  ...tokenActions,
  ...userActions,
  ...v2Actions,
  ...webhookActions,
];
