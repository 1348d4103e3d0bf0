import { newId, type Database } from '../../store/database.ts';
import type { Dialect } from '../../dialect.ts';
import type { Rights } from '../../auth/rights.ts';
import { post } from '../../http/endpoint.ts';
import { authenticationRequired, badRequest, notFound } from '../../errors.ts';
import type { Json } from '../../http/json.ts';
import { choice, required, requiredChoice, requiredList, selector } from '../../http/parameters.ts';
import { saveIssueChanges } from '../../issues/change.ts';
import { mayDo, stateAfterTransition, transitionWords } from '../../issues/workflow.ts';
import type { ServerContext } from '../../serverContext.ts';
import { foundIssues, type FoundIssue } from '../../store/issues/issueSearch.ts';
import {
  addComment,
  issueById,
  issueTypes,
  saveIssue,
  severities,
  type Issue,
} from '../../store/issues/issues.ts';
import { projectById } from '../../store/projects/projects.ts';
import { userByLogin } from '../../store/users/users.ts';
import { isIssueAdmin, issueJson } from './issueJson.ts';

/** Returns an issue that the caller may see, and may change as a user. Analysis tokens are refused. */
function requireIssue(db: Database, rights: Rights, id: string): { found: FoundIssue; issue: Issue } {
  if (!rights.user) throw authenticationRequired();
  const issue = issueById(db, id);
  const [found] = foundIssues(db, [id]);
  if (!issue || !found) throw notFound(`Issue with key '${id}' does not exist`);
  const project = projectById(db, found.projectId);
  rights.require(!rights.isAnalysisToken && project !== undefined && rights.has('user', project));
  return { found, issue };
}

function changedIssue(server: ServerContext, rights: Rights, id: string): Json {
  const [issue] = foundIssues(server.db, [id]);
  return issue && { issue: issueJson(server, rights, issue, true) };
}

/** @throws not found for a login that no user has */
function requireLogin(db: Database, login: string | undefined): string | undefined {
  if (login !== undefined && !userByLogin(db, login)) throw notFound(`Unknown user: ${login}`);
  return login;
}

function comment({ db, now }: ServerContext, { user }: Rights, issueId: string, markdown: string): void {
  addComment(db, { id: newId(), issueId, login: user?.login ?? '', markdown, createdAt: now() });
}

const transitionsOf = ({ issueStatuses }: Dialect): readonly string[] => transitionWords(issueStatuses);
const requiredTransition = requiredChoice(transitionsOf);
const optionalTransition = choice(transitionsOf);
const requiredSeverity = requiredChoice(severities);
const requiredType = requiredChoice(issueTypes);

export const issueEndpoints = [
  post(
    'issues/do_transition',
    {
      issue: required(),
      transition: requiredTransition,
    },
    ({ server, rights, values }) => {
      const { found, issue } = requireIssue(server.db, rights, values.issue);
      const state = stateAfterTransition(issue, values.transition);
      if (!state)
        throw badRequest(`Transition from state ${issue.status} does not exist: ${values.transition}`);
      rights.require(mayDo(values.transition, isIssueAdmin(server, rights, found)));
      saveIssueChanges(server, [{ ...issue, ...state }]);
      return changedIssue(server, rights, issue.id);
    },
  ),
  post(
    'issues/set_severity',
    { issue: required(), severity: requiredSeverity },
    ({ server, rights, values }) => {
      const { found, issue } = requireIssue(server.db, rights, values.issue);
      rights.require(isIssueAdmin(server, rights, found));
      saveIssueChanges(server, [{ ...issue, severity: values.severity, manualSeverity: 1 }]);
      return changedIssue(server, rights, issue.id);
    },
  ),
  post('issues/set_type', { issue: required(), type: requiredType }, ({ server, rights, values }) => {
    const { found, issue } = requireIssue(server.db, rights, values.issue);
    rights.require(isIssueAdmin(server, rights, found));
    saveIssueChanges(server, [{ ...issue, type: values.type, manualType: 1 }]);
    return changedIssue(server, rights, issue.id);
  }),
  post('issues/assign', { issue: required(), assignee: selector }, ({ server, rights, values }) => {
    const { issue } = requireIssue(server.db, rights, values.issue);
    const { assignee } = values;
    const login = requireLogin(server.db, assignee === '_me' ? rights.user?.login : assignee);
    // The assignee does not affect the gate.
    saveIssue(server.db, { ...issue, assignee: login ?? null, updatedAt: server.now() });
    return changedIssue(server, rights, issue.id);
  }),
  post('issues/add_comment', { issue: required(), text: required() }, ({ server, rights, values }) => {
    const { issue } = requireIssue(server.db, rights, values.issue);
    comment(server, rights, issue.id, values.text);
    return changedIssue(server, rights, issue.id);
  }),
  post(
    'issues/bulk_change',
    {
      issues: requiredList,
      do_transition: optionalTransition,
      assign: selector,
      comment: selector,
    },
    ({ server, rights, values }) => {
      if (!rights.user) throw authenticationRequired();
      // Real servers know `_me` only where one issue is assigned.
      const assignee = requireLogin(server.db, values.assign);
      const changed: Issue[] = [];
      for (const found of foundIssues(server.db, values.issues)) {
        const issue = issueById(server.db, found.id);
        const project = projectById(server.db, found.projectId);
        if (!issue || !project || rights.isAnalysisToken || !rights.has('user', project)) continue;
        const name = values.do_transition;
        const state =
          name !== undefined && mayDo(name, isIssueAdmin(server, rights, found))
            ? stateAfterTransition(issue, name)
            : undefined;
        const isAssigned = assignee !== undefined && assignee !== issue.assignee;
        if (state || isAssigned) changed.push({ ...issue, ...state, ...(isAssigned ? { assignee } : {}) });
      }
      saveIssueChanges(server, changed);
      if (values.comment !== undefined)
        for (const { id } of changed) comment(server, rights, id, values.comment);
      const total = values.issues.length;
      return { total, success: changed.length, ignored: total - changed.length, failures: 0 };
    },
  ),
];
