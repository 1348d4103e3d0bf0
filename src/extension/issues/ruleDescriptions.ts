import { showRule, type Rule } from '../../core/api/rules.ts';
import { organizationOf, type Connection } from '../../core/connections/connection.ts';
import { Failure, messageOf } from '../../core/failures.ts';
import type { GateServices } from '../gates/gateServices.ts';
import { ruleMarkdown } from './ruleMarkdown.ts';

/** Rules that are kept. A hover shows one, and the files of a project have few. */
const kept = 100;
const timeoutMs = 10_000;

type RuleServices = Pick<GateServices, 'apiFor' | 'log'>;

export interface RuleDescription {
  readonly name: string;
  /** Why the rule exists and how to fix its issues; escaped Markdown, empty if the platform has no text. */
  readonly markdown: string;
}

export class RuleDescriptions {
  readonly #services: RuleServices;
  readonly #rules = new Map<string, Promise<RuleDescription | undefined>>();

  constructor(services: RuleServices) {
    this.#services = services;
  }

  /** Returns undefined if the platform does not give the rule; it is requested again then. */
  of(connection: Connection, key: string): Promise<RuleDescription | undefined> {
    const id = `${connection.uuid}\n${key}`;
    const known = this.#rules.get(id);
    if (known) return known;
    const asked = this.#ask(connection, key);
    this.#rules.set(id, asked);
    const [oldest] = this.#rules.keys();
    if (this.#rules.size > kept && oldest !== undefined) this.#rules.delete(oldest);
    const forget = () => this.#rules.delete(id);
    // The caller gets the failure from `asked`.
    asked.then((rule) => {
      if (!rule) forget();
    }, forget);
    return asked;
  }

  async #ask(connection: Connection, key: string): Promise<RuleDescription | undefined> {
    const { apiFor, log } = this.#services;
    const organization = organizationOf(connection);
    try {
      const api = await apiFor(connection);
      const rule = api && (await showRule(api, { key, organization }, { timeoutMs }));
      return rule && { name: rule.name, markdown: ruleMarkdown(htmlOf(rule)) };
    } catch (error) {
      if (!Failure.is(error)) throw error;
      log.info(`Description of a rule: ${messageOf(error)}`);
      return undefined;
    }
  }
}

/** Servers from 9.5 on have sections: the first of each kind, without those for one framework each. */
function htmlOf({ descriptionSections, htmlDesc = '' }: Rule): string {
  const wanted = ['introduction', 'default', 'root_cause', 'how_to_fix'];
  const sections = wanted.flatMap((key) => descriptionSections.find((section) => section.key === key) ?? []);
  const html = sections.map(({ content }) => `<div>${content}</div>`).join('');
  return html === '' ? htmlDesc : html;
}
