import { type VendorAnswer, verifyFindings } from '../analyze/verify/verifyFindings.ts';
import type { Context } from '../program.ts';
import type { AuditedSecret, FoundInAudit } from './auditAgents.ts';

export interface VerifiedSecret extends AuditedSecret {
  readonly verdict?: VendorAnswer['verdict'];
  /** Why the vendor could not be asked. */
  readonly reason?: string | undefined;
}

/** Returns the secrets with what their vendors say about them; `unknown` for those whose vendor was not asked. */
export async function verified(
  context: Pick<Context, 'terminal' | 'prompts' | 'session'>,
  found: readonly FoundInAudit[],
): Promise<readonly VerifiedSecret[]> {
  const answers = new Map<AuditedSecret, VendorAnswer>();
  const tokens = found.map(({ value, shown }) => ({ secret: value, rule: shown.rule, shown }));
  await verifyFindings(context, tokens, ({ shown }, answer) => answers.set(shown, answer));
  return found.map(({ shown }) => {
    const { verdict = 'unknown', reason } = answers.get(shown) ?? {};
    return { ...shown, verdict, reason };
  });
}
