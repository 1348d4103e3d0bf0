import { endpoint, Text } from '../http/endpoint.ts';

/** The few paths of the second API that identify the server. */
export const v2Endpoints = [
  endpoint({
    path: 'v2/analysis/version',
    method: 'GET',
    only: 'v2',
    parameters: {},
    answer: ({ platform }) => new Text(platform.dialect.version, 'text/plain;charset=ISO-8859-1'),
  }),
  endpoint({
    path: 'v2/system/health',
    method: 'GET',
    only: 'v2',
    parameters: {},
    answer: ({ rights }) => {
      rights.require(rights.hasGlobal('admin'));
      return { status: 'GREEN', causes: [] };
    },
  }),
  endpoint({
    path: 'v2/system/liveness',
    method: 'GET',
    only: 'v2',
    parameters: {},
    answer: ({ rights }) => {
      rights.require(rights.hasGlobal('admin'));
    },
  }),
  endpoint({
    path: 'v2/clean-code-policy/mode',
    method: 'GET',
    only: 'v2',
    parameters: {},
    answer: () => ({ mode: 'MQR', modified: false }),
  }),
];
