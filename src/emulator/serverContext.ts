import type { Brand } from '../core/brand.ts';
import type { RateQuota } from '../node/http/server/rateQuota.ts';
import type { Dialect } from './dialect.ts';
import type { ChangedGate } from './gate/live.ts';
import type { AnalyzedFile, SourceFile } from './report.ts';
import type { Database } from './store/database.ts';
import type { Project } from './store/projects.ts';

export const editions = ['community', 'developer', 'enterprise', 'datacenter'] as const;
export type Edition = (typeof editions)[number];
export const plans = ['free', 'team', 'enterprise'] as const;
export type Plan = (typeof plans)[number];
/** The properties of the platform that can be changed while it runs. */
export interface ControlState {
  readonly dialect: Dialect;
  readonly status: 'STARTING' | 'UP' | 'DOWN' | 'DB_MIGRATION_NEEDED' | 'DB_MIGRATION_RUNNING';
}

/** The platform as endpoints and analyses see it. */
export interface ServerContext extends ControlState {
  readonly db: Database;
  readonly folder: string;
  readonly brand: Brand;
  /** Address in links and payloads, without trailing slash. */
  readonly url: string;
  readonly edition: Edition;
  readonly plan: Plan;
  readonly hasBranches: boolean;
  /** Whether the version and the edition have agent features; on the cloud the plan decides as well. */
  readonly hasAgentFeatures: boolean;
  readonly forcesAuthentication: boolean;
  /** Limits the passwords that an address may try. */
  readonly passwordTries: RateQuota;
  /** Whether webhooks may go to addresses inside the network. */
  readonly allowsPrivateTargets: boolean;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Accepts the report of a project and returns the task's id. The report then survives a crash of the process. */
  readonly submitReport: (project: Project, report: Uint8Array) => string;
  /** Analyses one file in another thread. @throws {Failure} when the analyzers cannot be loaded or crash */
  readonly analyzeFile: (file: SourceFile) => Promise<AnalyzedFile>;
  readonly onGateChange: (change: ChangedGate) => void;
  readonly onError: (error: unknown) => void;
}
