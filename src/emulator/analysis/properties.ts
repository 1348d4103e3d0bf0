import type { Brand } from '../../core/brand.ts';
import type { Report } from './report.ts';

/** What of a report's properties is passed on: those of the analysis prefix, and what the scanner found out by itself. */
export function passedProperties(
  { analysisPropertyPrefix: prefix }: Pick<Brand, 'analysisPropertyPrefix'>,
  { scm, ci, properties }: Pick<Report, 'scm' | 'ci' | 'properties'>,
): Record<string, string> {
  const passed = Object.entries(properties)
    .filter(([name]) => name.startsWith(prefix))
    .map(([name, value]): [string, string] => [name, value.trim()]);
  return { [`${prefix}detectedscm`]: scm, [`${prefix}detectedci`]: ci, ...Object.fromEntries(passed) };
}
