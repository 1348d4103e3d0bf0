import type { Action } from '../http/action.ts';
import { analysisActions } from './analysis.ts';
import { authenticationActions } from './authentication.ts';
import { branchActions } from './branches.ts';
import { componentActions } from './components.ts';
import { eventActions } from './events.ts';
import { gateActions } from './gates.ts';
import { issueSearchActions } from './issue-search.ts';
import { issueActions } from './issues.ts';
import { measureActions } from './measures.ts';
import { organizationActions } from './organizations.ts';
import { projectActions } from './projects.ts';
import { systemActions } from './system.ts';
import { tokenActions } from './tokens.ts';

/** Every action of the Web API. */
export const actions: readonly Action[] = [
  ...analysisActions,
  ...authenticationActions,
  ...branchActions,
  ...componentActions,
  ...eventActions,
  ...gateActions,
  ...issueActions,
  ...issueSearchActions,
  ...measureActions,
  ...organizationActions,
  ...projectActions,
  ...systemActions,
  ...tokenActions,
];
