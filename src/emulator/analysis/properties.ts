import type { Brand } from '../../core/brand.ts';
import type { Report } from './report.ts';

/**
 * Returns the properties of a report that are passed on: those with the analysis prefix, and those that the scanner
 * detected.
 */
export function passedProperties(
  { analysisPropertyPrefix: prefix }: Pick<Brand, 'analysisPropertyPrefix'>,
  { scm, ci, properties }: Pick<Report, 'scm' | 'ci' | 'properties'>,
): Record<string, string> {
  const passed = Object.entries(properties)
    .filter(([name]) => name.startsWith(prefix))
    .map(([name, value]): [string, string] => [name, value.trim()]);
  return { [`${prefix}detectedscm`]: scm, [`${prefix}detectedci`]: ci, ...Object.fromEntries(passed) };
}
