import type { Endpoint } from '../http/endpoint.ts';
import { analysisEndpoints } from './analyses.ts';
import { gateEndpoints } from './gates.ts';
import { hotspotEndpoints } from './hotspots.ts';
import { issueEndpoints } from './issues.ts';
import { measureEndpoints } from './measures.ts';
import { projectEndpoints } from './projects.ts';
import { systemEndpoints } from './system.ts';
import { userEndpoints } from './users.ts';
import { webhookEndpoints } from './webhooks.ts';

export const endpoints: readonly Endpoint[] = [
  ...analysisEndpoints,
  ...gateEndpoints,
  ...hotspotEndpoints,
  ...issueEndpoints,
  ...measureEndpoints,
  ...projectEndpoints,
  ...systemEndpoints,
  ...userEndpoints,
  ...webhookEndpoints,
];
