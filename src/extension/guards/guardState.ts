import * as z from 'zod/mini';
import { parse, parseJson } from '../../core/parsing.ts';

const row = z.object({ editor: z.string(), scope: z.string(), component: z.string(), status: z.string() });
const answer = z.object({ integrations: z.array(row) });

/**
 * `absent`: nothing is installed in the project; `sound`: what is installed works; `broken`: something has to be
 * repaired.
 */
export type GuardState = 'absent' | 'sound' | 'broken';

/** The guards of one project, from what `service-cli system status --json` answers there. */
export function guardStateOf(status: string): GuardState {
  const { integrations } = parse(answer, parseJson(status, 'system status'), 'system status');
  const here = integrations.filter(
    ({ editor, scope, component }) =>
      editor === 'cursor' && scope === 'project' && component !== 'toolServer',
  );
  if (here.some((item) => item.status === 'CONFIGURED / INVALID CONFIG')) return 'broken';
  return here.some((item) => item.status === 'CONFIGURED') ? 'sound' : 'absent';
}
