import { env, l10n, ThemeIcon, Uri, type QuickInputButton } from 'vscode';
import type { CloudRegion } from '../../../core/brand.ts';
import type { ConnectionState } from '../../../core/connections/check.ts';
import { kindByPrefix } from '../../../core/connections/token.ts';
import { Failure } from '../../../core/failures.ts';
import { askText, type Objection } from '../../ui/quickInput/askText.ts';
import type { Step } from '../../ui/quickInput/wizard.ts';
import { targetOf, withToken, type Draft } from './draft.ts';
import { browserHandOver } from './browserHandOver.ts';
import { insistable, objectionTo, refusal, toResult } from './objections.ts';
import { tokenFor, type WizardOptions } from './options.ts';

/** What a check of a token alone found; `verdict` undefined: nothing against it, but the organization is still to be checked. */
type Finding = Pick<Draft, 'verdict' | 'organizations'>;

/** The user token, masked. While editing, an empty answer keeps the stored one. */
export function tokenStep(options: WizardOptions): Step<Draft> {
  const { title, probe, storedToken, tokenPage } = options;
  return async (draft, position) => {
    const target = targetOf(draft);
    const handOver = browserHandOver(options, target);
    let found: Finding = { verdict: undefined, organizations: [] };
    const answer = await askText({
      title,
      position,
      prompt: storedToken
        ? l10n.t('User token. Leave it empty to keep the stored one.')
        : l10n.t(
            'User token. The buttons above get one by the browser, or open the page where the platform makes one.',
          ),
      placeholder: l10n.t('User token'),
      value: draft.token,
      password: true,
      buttons: [
        { button: browserButton(), run: (box) => void handOver.start(box) },
        { button: pageButton(), run: () => void env.openExternal(Uri.parse(tokenPage(target), true)) },
      ],
      check: async (text, signal) => {
        const typed = text.trim();
        if (!/^[\x21-\x7e]*$/.test(typed))
          return refusal(l10n.t('This is no token: it has characters that no token has.'));
        const token = await tokenFor(typed, target, options);
        if (token === undefined) return refusal(l10n.t('Enter a user token.'));
        // A key that came from the list of a token is picked anew from the list of this one.
        const isPlaceKnown = target.kind === 'server' || (target.organizationKey !== '' && !isListed(draft));
        found = isPlaceKnown
          ? { verdict: await probe(target, token, signal), organizations: [] }
          : await probeCloudToken(target.region, token, signal, options);
        const objection = found.verdict && objectionToToken(found.verdict);
        // Whoever keeps what is stored may still change the rest.
        return objection && typed === '' ? insistable(objection.text) : objection;
      },
    });
    return toResult(answer, (text) => {
      const token = text.trim();
      return withToken(draft, token, { ...found, expires: handOver.expiryOf(token) });
    });
  };
}

function browserButton(): QuickInputButton {
  return { iconPath: new ThemeIcon('globe'), tooltip: l10n.t('Get a token by the browser') };
}

function pageButton(): QuickInputButton {
  return { iconPath: new ThemeIcon('link-external'), tooltip: l10n.t('Make a token on the platform') };
}

/** The organization is the matter of a later question. */
function objectionToToken(verdict: ConnectionState): Objection | undefined {
  return verdict.state === 'organizationNotFound' ? undefined : objectionTo(verdict);
}

/** Before the organization is known: is the token a good one, and where does its owner belong? */
async function probeCloudToken(
  region: CloudRegion,
  token: string,
  signal: AbortSignal,
  { organizationsOf }: WizardOptions,
): Promise<Finding> {
  const kind = kindByPrefix(token);
  if (kind !== undefined && kind !== 'user')
    return { verdict: { state: 'wrongTokenKind', kind }, organizations: [] };
  try {
    return { verdict: undefined, organizations: await organizationsOf(region, token, signal) };
  } catch (failure) {
    if (!Failure.is(failure) || failure.code === 'cancelled') throw failure;
    const refused = failure.code === 'unauthorized';
    return {
      verdict: refused ? { state: 'tokenRefused' } : { state: 'unreachable', failure },
      organizations: [],
    };
  }
}

function isListed({ organizations }: Draft): boolean {
  return organizations.length > 0;
}
