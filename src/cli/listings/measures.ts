import { getComponentMeasures } from '../../core/api/componentMeasures.ts';
import { printable } from '../../core/printable.ts';
import { exitCodes, type ExitCode } from '../exitCodes.ts';
import type { Context } from '../program.ts';
import { projectOf } from '../project/projectOf.ts';
import { openPlatform } from '../session.ts';

export interface MeasureOptions {
  readonly project?: string;
  readonly branch?: string;
  readonly pullRequest?: string;
  readonly metric?: readonly string[];
}

/** Metrics that platforms of every version have. */
const usual = [
  'alert_status',
  'ncloc',
  'bugs',
  'vulnerabilities',
  'code_smells',
  'security_hotspots',
  'coverage',
  'duplicated_lines_density',
  'new_violations',
  'new_coverage',
  'new_duplicated_lines_density',
] as const;

/** Prints the measures of a project, one line per metric. Metrics without a value are left out. */
export async function measures({ session, terminal }: Context, options: MeasureOptions): Promise<ExitCode> {
  const { branch, pullRequest, metric: metrics = usual } = options;
  const component = await projectOf(terminal.host.cwd, options.project);
  const { api } = await openPlatform(session);
  const found = await terminal.during(
    'Contacting the platform',
    getComponentMeasures(api, { component, branch, pullRequest, metrics }),
  );
  const rows = metrics.flatMap((metric) => {
    const value = found.measures[metric];
    return value === undefined ? [] : [{ metric, value }];
  });
  terminal.items(rows, ({ metric, value }) => printable(`${metric}  ${value}`));
  if (rows.length === 0) terminal.say(`${component} has no value for these metrics.`);
  return exitCodes.fine;
}
