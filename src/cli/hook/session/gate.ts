import { getProjectGate } from '../../../core/api/qualityGates.ts';
import { apiOf, type Credential } from '../../../node/credentials/credentials.ts';
import { createHttp } from '../../../node/http/createHttp.ts';
import { limited, type Part } from './part.ts';

const maxChars = 1_500;
const silent = (): void => undefined;
const noLog = { trace: silent, debug: silent, info: silent, warn: silent, error: silent };

/** Returns the project's quality gate with its failing conditions. */
export async function gate(credential: Credential, project: string, signal: AbortSignal): Promise<Part> {
  const api = apiOf(credential, { http: createHttp(), log: noLog });
  const { status, conditions } = await getProjectGate(api, { project }, { signal });
  const failing = conditions.filter((condition) => condition.status === 'ERROR');
  const lines = failing.map(
    ({ metricKey, comparator, errorThreshold, actualValue }) =>
      `- ${metricKey} is ${actualValue ?? 'unknown'}, fails when ${comparator ?? ''} ${errorThreshold ?? ''}`,
  );
  const source = `${credential.platform.baseUrl}/dashboard?id=${encodeURIComponent(project)}`;
  return {
    title: 'Quality gate',
    source,
    text: limited([`Status: ${status}`, ...lines].join('\n'), maxChars),
  };
}
