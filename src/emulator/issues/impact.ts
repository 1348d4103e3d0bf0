import type { IssueType, Severity } from '../store/issues/issues.ts';

/** The software quality that an issue of each type harms, as newer versions report it with its severity. */
const qualities: Readonly<Record<IssueType, string>> = {
  CODE_SMELL: 'MAINTAINABILITY',
  BUG: 'RELIABILITY',
  VULNERABILITY: 'SECURITY',
};
const impactSeverities: Readonly<Record<Severity, string>> = {
  INFO: 'INFO',
  MINOR: 'LOW',
  MAJOR: 'MEDIUM',
  CRITICAL: 'HIGH',
  BLOCKER: 'BLOCKER',
};

interface Impact {
  readonly softwareQuality: string;
  readonly severity: string;
}

export const impactOf = (type: IssueType, severity: Severity): Impact => ({
  softwareQuality: qualities[type],
  severity: impactSeverities[severity],
});

const keyOfValue = <K extends string>(table: Readonly<Record<K, string>>, value: string): K | undefined =>
  (Object.keys(table) as K[]).find((key) => table[key] === value);

export const typeOfQuality = (quality: string): IssueType | undefined => keyOfValue(qualities, quality);
export const severityOfImpact = (severity: string): Severity | undefined =>
  keyOfValue(impactSeverities, severity);
