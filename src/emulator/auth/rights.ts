import type { Dialect } from '../dialect.ts';
import { insufficientPrivileges } from '../errors.ts';
import type { Database } from '../store/database.ts';
import {
  permissionsOf,
  type GlobalPermission,
  type ProjectPermission,
  type Token,
  type User,
} from '../store/users.ts';
import type { Project } from '../store/projects.ts';

/**
 * The rights of the caller of one request. An analysis token restricts the rights of its owner: a project token to
 * scanning its project, a global one to scanning and creating projects, one of an organization to the same within the
 * organization. Lists are the exception: they show the projects that the *owner* may browse.
 */
export class Rights {
  readonly user: User | undefined;
  readonly token: Token | undefined;
  readonly #db: Database;
  readonly #dialect: Dialect;

  constructor(db: Database, dialect: Dialect, user?: User, token?: Token) {
    this.#db = db;
    this.#dialect = dialect;
    this.user = user;
    this.token = token;
  }

  get isAnalysisToken(): boolean {
    return this.token !== undefined && this.token.kind !== 'USER_TOKEN';
  }

  global(): string[] {
    if (!this.user || this.token?.kind === 'PROJECT_ANALYSIS_TOKEN') return [];
    const held = [...permissionsOf(this.#db, this.user.id, null)].sort();
    return this.isAnalysisToken
      ? held.filter((permission) => permission === 'scan' || permission === 'provisioning')
      : held;
  }

  hasGlobal(permission: GlobalPermission): boolean {
    return this.global().includes(permission);
  }

  has(permission: ProjectPermission, project: Project): boolean {
    switch (this.token?.kind) {
      case 'GLOBAL_ANALYSIS_TOKEN':
      case 'SCOPED_ORGANIZATION_TOKEN':
        return false;
      case 'PROJECT_ANALYSIS_TOKEN':
        return (
          permission === 'scan' &&
          project.id === this.token.projectId &&
          (this.ownerHas('scan', project) || this.#ownerHasGlobal('scan'))
        );
      case 'USER_TOKEN':
      case undefined:
        return this.ownerHas(permission, project);
    }
  }

  /** Whether the token's owner has a permission, independently of the token. */
  ownerHas(permission: ProjectPermission, project: Project): boolean {
    if (!project.isPrivate && (permission === 'user' || permission === 'codeviewer')) return true;
    return this.user !== undefined && permissionsOf(this.#db, this.user.id, project.id).has(permission);
  }

  mayScan(project: Project): boolean {
    if (this.token?.kind === 'SCOPED_ORGANIZATION_TOKEN' && project.organization !== this.token.organization)
      return false;
    return this.has('scan', project) || this.hasGlobal('scan');
  }

  /** Whether the caller may read a gate's status, which needs the right to browse, administer or scan. */
  mayReadGate(project: Project): boolean {
    return this.has('user', project) || this.has('admin', project) || this.mayScan(project);
  }

  /** Whether the project is included in a list that is restricted for project tokens. */
  mayList(project: Project): boolean {
    if (this.token?.kind === 'PROJECT_ANALYSIS_TOKEN' && this.#dialect.narrowsProjectTokens)
      return this.has('scan', project);
    return this.ownerHas('user', project);
  }

  require(isAllowed: boolean): void {
    if (!isAllowed) throw insufficientPrivileges();
  }

  #ownerHasGlobal(permission: GlobalPermission): boolean {
    return this.user !== undefined && permissionsOf(this.#db, this.user.id, null).has(permission);
  }
}
