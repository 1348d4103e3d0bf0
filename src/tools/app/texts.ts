import { baseMetric } from '../../core/gate/measures.ts';

const english = {
  accept: 'Accept',
  accepted: 'Accepted.',
  above: '{0} above the threshold',
  asked: 'The agent was asked to fix all.',
  below: '{0} below the threshold',
  branch: 'Branch {0}',
  causes: 'What makes the gate fail',
  conditions: 'Conditions',
  failed: 'Failed',
  failsIfGreater: 'fails if greater than {0}',
  failsIfLess: 'fails if less than {0}',
  first: 'Only the first {0} of each condition are listed.',
  fixAll: 'Fix all',
  gate: 'Quality gate of {0}',
  notAnalyzed: 'Not analyzed yet',
  onNewCode: '{0} on new code',
  open: 'Open',
  openInBrowser: 'Open in browser',
  passed: 'Passed',
  percentagePoint: '{0} percentage point',
  percentagePoints: '{0} percentage points',
  pullRequest: 'Pull request {0}',
  status: 'Quality gate at the last {0} analyses: {1} failed',
  threshold: 'threshold {0}',
  trend: '{0} at the last {1} analyses: lowest {2}, highest {3}, latest {4}',
  waiting: 'Waiting for the platform…',
  metrics: {
    bugs: 'Bugs',
    code_smells: 'Code smells',
    coverage: 'Coverage',
    duplicated_lines_density: 'Duplicated lines',
    maintainability_rating: 'Maintainability rating',
    reliability_rating: 'Reliability rating',
    security_hotspots_reviewed: 'Security hotspots reviewed',
    security_rating: 'Security rating',
    security_review_rating: 'Security review rating',
    sqale_rating: 'Maintainability rating',
    violations: 'Issues',
    vulnerabilities: 'Vulnerabilities',
  },
};

export type Texts = Readonly<typeof english>;

const german: Texts = {
  accept: 'Akzeptieren',
  accepted: 'Akzeptiert.',
  above: '{0} über dem Schwellenwert',
  asked: 'Der Agent wurde gebeten, alles zu beheben.',
  below: '{0} unter dem Schwellenwert',
  branch: 'Branch {0}',
  causes: 'Warum das Gate nicht bestanden ist',
  conditions: 'Bedingungen',
  failed: 'Nicht bestanden',
  failsIfGreater: 'nicht erfüllt, wenn größer als {0}',
  failsIfLess: 'nicht erfüllt, wenn kleiner als {0}',
  first: 'Je Bedingung sind nur die ersten {0} aufgeführt.',
  fixAll: 'Alles beheben',
  gate: 'Quality Gate von {0}',
  notAnalyzed: 'Noch nicht analysiert',
  onNewCode: '{0} in neuem Code',
  open: 'Öffnen',
  openInBrowser: 'Im Browser öffnen',
  passed: 'Bestanden',
  percentagePoint: '{0} Prozentpunkt',
  percentagePoints: '{0} Prozentpunkte',
  pullRequest: 'Pull-Request {0}',
  status: 'Quality Gate bei den letzten {0} Analysen: {1} nicht bestanden',
  threshold: 'Schwellenwert {0}',
  trend: '{0} bei den letzten {1} Analysen: niedrigster Wert {2}, höchster {3}, neuester {4}',
  waiting: 'Warten auf die Plattform …',
  metrics: {
    bugs: 'Bugs',
    code_smells: 'Code Smells',
    coverage: 'Abdeckung',
    duplicated_lines_density: 'Duplizierte Zeilen',
    maintainability_rating: 'Wartbarkeitsbewertung',
    reliability_rating: 'Zuverlässigkeitsbewertung',
    security_hotspots_reviewed: 'Überprüfte Security Hotspots',
    security_rating: 'Sicherheitsbewertung',
    security_review_rating: 'Bewertung der Sicherheitsüberprüfung',
    sqale_rating: 'Wartbarkeitsbewertung',
    violations: 'Probleme',
    vulnerabilities: 'Sicherheitslücken',
  },
};

/** Returns the texts for a locale of the host, such as `de-AT`. */
export function textsFor(locale: string): Texts {
  return /^de\b/i.test(locale) ? german : english;
}

export function fill(text: string, ...values: readonly (string | number)[]): string {
  return text.replace(/\{(\d)\}/g, (_, index: string) => String(values[Number(index)] ?? ''));
}

/** Returns the name of a metric; of an unknown one, its key with spaces. */
export function metricName(key: string, texts: Texts): string {
  const base = baseMetric(key);
  const known = Object.entries(texts.metrics).find(([name]) => name === base)?.[1];
  if (known === undefined) return key.replaceAll('_', ' ');
  return key.startsWith('new_') ? fill(texts.onNewCode, known) : known;
}
