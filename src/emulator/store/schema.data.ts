/**
 * The schema as a list of migrations; the file's `user_version` is the number of applied ones. A released migration
 * must never change. Times are milliseconds since the epoch, flags 0 or 1, lists and records JSON.
 */
export const migrations: readonly string[] = [
  /* 1: the whole platform */ `
CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;

CREATE TABLE users (
  id TEXT PRIMARY KEY, login TEXT NOT NULL UNIQUE, name TEXT NOT NULL, email TEXT, password TEXT, active INTEGER NOT NULL DEFAULT 1,
  usesIde INTEGER NOT NULL DEFAULT 0,   createdAt INTEGER NOT NULL
) STRICT;
CREATE TABLE groups (name TEXT PRIMARY KEY) STRICT;
CREATE TABLE memberships (
  userId TEXT NOT NULL REFERENCES users ON DELETE CASCADE, groupName TEXT NOT NULL REFERENCES groups ON DELETE CASCADE,
  PRIMARY KEY (userId, groupName)
) STRICT, WITHOUT ROWID;

CREATE TABLE organizations (key TEXT PRIMARY KEY, id TEXT NOT NULL, name TEXT NOT NULL) STRICT;
CREATE TABLE organizationMembers (
  organization TEXT NOT NULL REFERENCES organizations ON DELETE CASCADE, userId TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
  PRIMARY KEY (organization, userId)
) STRICT, WITHOUT ROWID;

CREATE TABLE gates (
  id TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE, isBuiltIn INTEGER NOT NULL DEFAULT 0, isDefault INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE gateConditions (
  position INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, gateId TEXT NOT NULL REFERENCES gates ON DELETE CASCADE,
  metric TEXT NOT NULL, op TEXT NOT NULL, error TEXT NOT NULL
) STRICT;
CREATE INDEX gateConditionsOfGate ON gateConditions (gateId);

CREATE TABLE projects (
  id TEXT PRIMARY KEY, key TEXT NOT NULL UNIQUE, name TEXT NOT NULL, isPrivate INTEGER NOT NULL,
  organization TEXT REFERENCES organizations, gateId TEXT REFERENCES gates ON DELETE SET NULL, createdAt INTEGER NOT NULL
) STRICT;
CREATE INDEX projectsByName ON projects (name COLLATE NOCASE);
CREATE TABLE favorites (
  userId TEXT NOT NULL REFERENCES users ON DELETE CASCADE, projectId TEXT NOT NULL REFERENCES projects ON DELETE CASCADE,
  PRIMARY KEY (userId, projectId)
) STRICT, WITHOUT ROWID;
CREATE TABLE permissions (
  holderKind TEXT NOT NULL CHECK (holderKind IN ('user', 'group')), holder TEXT NOT NULL, permission TEXT NOT NULL,
  projectId TEXT REFERENCES projects ON DELETE CASCADE
) STRICT;
CREATE UNIQUE INDEX permissionOnce ON permissions (holderKind, holder, permission, coalesce(projectId, ''));
CREATE INDEX permissionsOfProject ON permissions (projectId);

CREATE TABLE tokens (
  id TEXT PRIMARY KEY, userId TEXT NOT NULL REFERENCES users ON DELETE CASCADE, name TEXT NOT NULL, hash TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL, projectId TEXT REFERENCES projects ON DELETE CASCADE, createdAt INTEGER NOT NULL, lastUsedAt INTEGER,
  expiresAt INTEGER, UNIQUE (userId, name)
) STRICT;

CREATE TABLE branches (
  id TEXT PRIMARY KEY, projectId TEXT NOT NULL REFERENCES projects ON DELETE CASCADE, name TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('BRANCH', 'PULL_REQUEST')), isMain INTEGER NOT NULL DEFAULT 0,
  title TEXT, source TEXT, target TEXT, UNIQUE (projectId, kind, name)
) STRICT;
CREATE TABLE tasks (
  id TEXT PRIMARY KEY, projectId TEXT NOT NULL REFERENCES projects ON DELETE CASCADE, status TEXT NOT NULL, submitter TEXT,
  submittedAt INTEGER NOT NULL, startedAt INTEGER, executedAt INTEGER, analysisId TEXT, branchId TEXT, errorMessage TEXT, report BLOB
) STRICT;
CREATE INDEX tasksOfProject ON tasks (projectId, submittedAt);
CREATE TABLE analyses (
  id TEXT PRIMARY KEY, branchId TEXT NOT NULL REFERENCES branches ON DELETE CASCADE, date INTEGER NOT NULL, version TEXT,
  revision TEXT, properties TEXT NOT NULL, gate TEXT NOT NULL, periodDate INTEGER, periodParameter TEXT
) STRICT;
CREATE INDEX analysesOfBranch ON analyses (branchId, date);
CREATE TABLE analysisMeasures (
  analysisId TEXT NOT NULL REFERENCES analyses ON DELETE CASCADE, metric TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (analysisId, metric)
) STRICT, WITHOUT ROWID;
CREATE TABLE events (
  id TEXT PRIMARY KEY, analysisId TEXT NOT NULL REFERENCES analyses ON DELETE CASCADE, branchId TEXT NOT NULL REFERENCES branches ON DELETE CASCADE,
  category TEXT NOT NULL, name TEXT NOT NULL, description TEXT, date INTEGER NOT NULL
) STRICT;
CREATE INDEX eventsOfBranch ON events (branchId, date);

CREATE TABLE files (
  branchId TEXT NOT NULL REFERENCES branches ON DELETE CASCADE, path TEXT NOT NULL, language TEXT, scope TEXT NOT NULL,
  source TEXT NOT NULL, lineDates TEXT NOT NULL, facts TEXT NOT NULL, PRIMARY KEY (branchId, path)
) STRICT, WITHOUT ROWID;
CREATE TABLE measures (
  branchId TEXT NOT NULL REFERENCES branches ON DELETE CASCADE, path TEXT NOT NULL, metric TEXT NOT NULL, value TEXT NOT NULL,
  PRIMARY KEY (branchId, path, metric)
) STRICT, WITHOUT ROWID;
CREATE TABLE rules (
  key TEXT PRIMARY KEY, name TEXT NOT NULL, language TEXT, severity TEXT NOT NULL, type TEXT NOT NULL, description TEXT NOT NULL,
  isExternal INTEGER NOT NULL
) STRICT;
CREATE TABLE issues (
  id TEXT PRIMARY KEY, branchId TEXT NOT NULL REFERENCES branches ON DELETE CASCADE, path TEXT NOT NULL, rule TEXT NOT NULL,
  severity TEXT NOT NULL, manualSeverity INTEGER NOT NULL DEFAULT 0, type TEXT NOT NULL, manualType INTEGER NOT NULL DEFAULT 0,
  message TEXT NOT NULL, line INTEGER, textRange TEXT, lineHash TEXT, effort INTEGER NOT NULL, status TEXT NOT NULL, resolution TEXT,
  beforeClose TEXT, assignee TEXT, author TEXT, tags TEXT NOT NULL DEFAULT '[]', createdAt INTEGER NOT NULL, updatedAt INTEGER NOT NULL,
  closedAt INTEGER
) STRICT;
CREATE INDEX issuesOfBranch ON issues (branchId, path);
CREATE TABLE issueComments (
  id TEXT PRIMARY KEY, issueId TEXT NOT NULL REFERENCES issues ON DELETE CASCADE, login TEXT NOT NULL, markdown TEXT NOT NULL,
  createdAt INTEGER NOT NULL
) STRICT;
CREATE INDEX commentsOfIssue ON issueComments (issueId);

CREATE TABLE webhooks (
  id TEXT PRIMARY KEY, projectId TEXT REFERENCES projects ON DELETE CASCADE, organization TEXT REFERENCES organizations,
  name TEXT NOT NULL, url TEXT NOT NULL, secret TEXT, createdAt INTEGER NOT NULL
) STRICT;
CREATE INDEX webhooksOfProject ON webhooks (projectId);
CREATE TABLE deliveries (
  id TEXT PRIMARY KEY, webhookId TEXT NOT NULL REFERENCES webhooks ON DELETE CASCADE,
  projectId TEXT NOT NULL REFERENCES projects ON DELETE CASCADE, taskId TEXT, name TEXT NOT NULL, url TEXT NOT NULL,
  at INTEGER NOT NULL, success INTEGER NOT NULL, httpStatus INTEGER, durationMs INTEGER, payload TEXT NOT NULL, error TEXT
) STRICT;
CREATE INDEX deliveriesOfWebhook ON deliveries (webhookId, at);
CREATE INDEX deliveriesOfProject ON deliveries (projectId, at);
`,
  /* 2: scoped organization tokens; author of each line */ `
ALTER TABLE tokens ADD COLUMN organization TEXT REFERENCES organizations ON DELETE CASCADE;
ALTER TABLE files ADD COLUMN scm TEXT;
`,
  /* 3: security hotspots */ `
CREATE TABLE hotspots (
  id TEXT PRIMARY KEY, branchId TEXT NOT NULL REFERENCES branches ON DELETE CASCADE, path TEXT NOT NULL, rule TEXT NOT NULL,
  category TEXT NOT NULL, probability TEXT NOT NULL, message TEXT NOT NULL, line INTEGER, textRange TEXT, lineHash TEXT,
  status TEXT NOT NULL, resolution TEXT, author TEXT, assignee TEXT, createdAt INTEGER NOT NULL, updatedAt INTEGER NOT NULL,
  closedAt INTEGER
) STRICT;
CREATE INDEX hotspotsOfBranch ON hotspots (branchId, path);
CREATE TABLE hotspotComments (
  id TEXT PRIMARY KEY, hotspotId TEXT NOT NULL REFERENCES hotspots ON DELETE CASCADE, login TEXT NOT NULL, markdown TEXT NOT NULL,
  createdAt INTEGER NOT NULL
) STRICT;
CREATE INDEX commentsOfHotspot ON hotspotComments (hotspotId);
`,
  /* 4: records of deliveries by age */ `
CREATE INDEX deliveriesByAge ON deliveries (at);
`,
  /* 5: places that explain an issue */ `
ALTER TABLE issues ADD COLUMN related TEXT;
`,
];
