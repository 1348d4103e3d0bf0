/**
 * Applies the project's policy, `.service/secrets.json`. This is a separate bundle that is loaded only after a finding, or
 * when the project has own rules: hashing and parsing take longer than a whole scan.
 */
import { dirname } from 'node:path';
import type { TimeLimit } from '../../../agents/timeLimit.ts';
import type { Finding } from '../../../secrets/finding.ts';
import { SaltedHashes } from '../../../secrets/policy/allowedValues.ts';
import { mostHashesUnasked } from '../../../secrets/policy/policy.ts';
import { realFile } from '../../../node/files/realPath.ts';
import { serviceHome } from '../../../node/files/serviceHome.ts';
import { findPolicy, nameInPolicy, type ProjectPolicy, trustAdvice } from '../../analyze/projectPolicy.ts';
import { allowOptimizing } from '../runtime.ts';
import type * as ProjectRules from '../../../secrets/policy/projectRules.ts';

export interface PolicyVerdict {
  /** The findings that no policy allows, in the order in which they are looked at. Iterating may throw as the method does. */
  readonly findings: Iterable<Finding>;
  /** Advice for the user when a policy would allow all findings, but the policy is not trusted. */
  readonly advice: string | undefined;
}

/** Applies policies to all texts of an event. It ends in time, because some agents do not wait for a late answer. */
export class EventPolicies {
  readonly #time: TimeLimit;
  readonly #hashes: SaltedHashes;

  /** @param mostHashes The number of salted hashes that are computed at most for all texts together. */
  constructor(time: TimeLimit, mostHashes = mostHashesUnasked) {
    this.#time = time;
    this.#hashes = new SaltedHashes(mostHashes);
  }

  /**
   * Adds the findings of the project's own rules, and applies the policy of the project to each as it is asked for.
   *
   * @param found The findings of the engine, in the order of the text.
   * @param path The file of the text; a file behind a link belongs to the project of its target. Undefined for a prompt,
   *   to which only the allowed values of a policy apply.
   * @param root The open folder; a prompt belongs to its project.
   * @param known A text whose secrets do not count.
   * @throws when the project has a policy that cannot be used, and `Unreadable` when the time is over.
   */
  unallowed(
    text: string,
    found: readonly Finding[],
    path: string | undefined,
    root: string | undefined,
    known = '',
  ): PolicyVerdict {
    const file = path === undefined ? undefined : realFile(path);
    const folder = path === undefined ? root && realFile(root) : file && dirname(file);
    if (folder === undefined || folder === '') return { findings: found, advice: undefined };
    const home = serviceHome(process.env, root === undefined ? [] : [root]);
    const policy = findPolicy(folder, home, root);
    const name = file === undefined ? '' : nameInPolicy(policy, file);
    if (name === undefined) return { findings: found, advice: undefined };
    const byProject = file === policy.file ? [] : this.#findingsByProject(policy, text, found);
    const isNew = ({ start, end }: Finding): boolean => !known.includes(text.slice(start, end));
    const findings = [...found, ...byProject.filter(isNew)];
    const { stated, distrust } = policy;
    const isPathAllowed = file !== undefined && stated.allowsPath(name);
    const left = isPathAllowed ? [] : this.#unallowedBy(stated, name, text, findings);
    if (distrust === undefined) return { findings: left, advice: undefined };
    const [first] = left;
    return { findings, advice: first === undefined ? trustAdvice(policy, distrust) : undefined };
  }

  *#unallowedBy(
    stated: ProjectPolicy['stated'],
    name: string,
    text: string,
    findings: readonly Finding[],
  ): Generator<Finding> {
    for (const [index, finding] of findings.entries()) {
      // The hashes of one value take a tenth of a second, on a busy machine several times as long.
      if (index > 0) this.#time.refuseLate();
      if (!stated.allows(name, text.slice(finding.start, finding.end), this.#hashes)) yield finding;
    }
  }

  #findingsByProject(
    { stated, file }: ProjectPolicy,
    text: string,
    found: readonly Finding[],
  ): readonly Finding[] {
    const { rules } = stated.document;
    if (rules.length === 0) return [];
    this.#time.refuseLate();
    allowOptimizing();
    // eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded on first use; `import()` would start a second module loader
    const { compileProjectRules } = require('./projectRules.js') as typeof ProjectRules;
    return compileProjectRules(rules, file)(text, found, { ignoresComments: true });
  }
}
