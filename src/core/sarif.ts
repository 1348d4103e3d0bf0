import { urlPart } from './urlPart.ts';

interface SarifRun {
  readonly driver: object;
  readonly invocations?: readonly object[];
  readonly results: readonly object[];
}

/** Returns a SARIF 2.1.0 log of one run, as code scanning of forges and CI reads it. Columns are UTF-16 code units. */
export function sarifLog({ driver, invocations, results }: SarifRun): unknown {
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool: { driver }, ...(invocations && { invocations }), columnKind: 'utf16CodeUnits', results }],
  };
}

/** Returns the relative URI of a file. @param path below the root of the repository, with `/` */
export const sarifUri = (path: string): string => path.split('/').map(urlPart).join('/');
