import { env, l10n, ThemeIcon, Uri } from 'vscode';
import { listMyOrganizations } from '../../../core/api/organizations.ts';
import { securityPagePath, type CloudRegion } from '../../../core/brand.ts';
import type { ConnectionState } from '../../../core/connections/check.ts';
import { baseUrlOf, type Target } from '../../../core/connections/connection.ts';
import { kindByPrefix } from '../../../core/connections/token.ts';
import { Failure, type FailureCode, messageOf } from '../../../core/failures.ts';
import { pickOne, type PickAnswer } from '../../ui/quickInput/pickOne.ts';
import { askText, inputError, type InputProblem, type OpenBox } from '../../ui/quickInput/askText.ts';
import type { Position, Step, StepResult } from '../../ui/quickInput/wizard.ts';
import { targetOf, withToken, type Draft, type TokenCheck } from './draft.ts';
import { checkProblem, tokenFor, toResult, whileChecking, type WizardOptions } from './options.ts';
import { type Browser, tokenFromPage, type TokenHandOver } from '../../../node/http/tokenFromPage.ts';

/** The source of the token. `page`: the page of the platform for tokens, from which the user pastes it. */
type TokenSource = 'stored' | 'browser' | 'page' | 'paste';

/** Asks for the source of the user token, then for the token, masked. An edit can keep the stored one. */
export function tokenStep(options: WizardOptions): Step<Draft> {
  return async (start, position) => {
    let draft = start;
    const target = targetOf(draft);
    const stored = await tokenFor('', target, options);
    for (let active: TokenSource | undefined; ;) {
      const answer = await askSource(active, stored !== undefined, position, options);
      if (answer?.to !== 'next') return answer && { to: 'back', draft };
      active = answer.value;
      const result =
        active === 'stored' && stored !== undefined
          ? await keepToken(draft, stored, options)
          : await enterToken(draft, active, position, options);
      if (result?.to !== 'back') return result;
      draft = result.draft;
    }
  };
}

function askSource(
  active: TokenSource | undefined,
  isStored: boolean,
  position: Position,
  { title }: WizardOptions,
): Promise<PickAnswer<TokenSource>> {
  const row = (value: TokenSource, icon: string, label: string, detail: string) => {
    return { label, detail, iconPath: new ThemeIcon(icon), value };
  };
  const unchanged = l10n.t('The token of this connection is not changed.');
  const stored = row('stored', 'key', l10n.t('Keep the stored token'), unchanged);
  return pickOne({
    title,
    position,
    placeholder: l10n.t('Select how to provide the token'),
    active,
    choices: [
      ...(isStored ? [stored] : []),
      row(
        'browser',
        'globe',
        l10n.t('Get a token in the browser'),
        l10n.t('Approve on a page of the platform. The token is then sent to the editor.'),
      ),
      row('paste', 'clippy', l10n.t('Paste a token'), l10n.t('Use a user token that you already have.')),
      row(
        'page',
        'link-external',
        l10n.t('Create a token on the platform'),
        l10n.t('Opens the security page of your account. Paste the new token here afterwards.'),
      ),
    ],
  });
}

/** If the stored token does not pass, the last step asks whether to save. */
async function keepToken(draft: Draft, stored: string, options: WizardOptions): Promise<StepResult<Draft>> {
  const found = await whileChecking((signal) => check(draft, stored, signal, options));
  if (!found) return { to: 'back', draft };
  return { to: 'next', draft: withToken(draft, '', found, undefined) };
}

async function enterToken(
  draft: Draft,
  source: TokenSource,
  position: Position,
  options: WizardOptions,
): Promise<StepResult<Draft>> {
  const target = targetOf(draft);
  const handOver = browserHandOver(options, target);
  let found: TokenCheck = { checkResult: undefined, organizations: [] };
  const answer = await askText({
    title: options.title,
    // Back leads to the choice of the source, which is part of this step.
    position: { ...position, canGoBack: true },
    prompt:
      source === 'page'
        ? l10n.t('Create a user token on the page that opens, then paste it here')
        : l10n.t('Paste a user token'),
    placeholder: l10n.t('User token'),
    value: draft.token,
    password: true,
    onShow: (box) => {
      if (source === 'browser') void handOver.start(box);
      if (source === 'page') void browser.open(baseUrlOf(target, options.cloud()) + securityPagePath);
    },
    check: async (text, signal) => {
      const token = text.trim();
      if (!/^[\x21-\x7e]*$/.test(token))
        return inputError(l10n.t('This is not a token: it contains characters that tokens do not have.'));
      if (token === '') return inputError(l10n.t('Enter a user token.'));
      found = await check(draft, token, signal, options);
      return found.checkResult && tokenProblem(found.checkResult);
    },
  });
  return toResult(answer, (text) => {
    const token = text.trim();
    return withToken(draft, token, found, handOver.expiryOf(token));
  });
}

async function check(
  draft: Draft,
  token: string,
  signal: AbortSignal,
  options: WizardOptions,
): Promise<TokenCheck> {
  const target = targetOf(draft);
  // An organization from the list of one token has to be picked again from the list of the next token.
  const isPlaceKnown =
    target.kind === 'server' || (target.organizationKey !== '' && draft.organizations.length === 0);
  return isPlaceKnown
    ? { checkResult: await options.access.probe(target, token, signal), organizations: [] }
    : probeCloudToken(target.region, token, signal, options);
}

/** Ignores an organization that was not found, because a later step asks for it. */
function tokenProblem(checkResult: ConnectionState): InputProblem | undefined {
  if (checkResult.state === 'organizationNotFound') return undefined;
  const problem = checkProblem(checkResult);
  return problem?.severity === 'error'
    ? inputError(l10n.t('{0} Paste another token, or go back to create one.', problem.text))
    : problem;
}

/** Checks a token before the organization is known: its kind, and the organizations of its owner. */
async function probeCloudToken(
  region: CloudRegion,
  token: string,
  signal: AbortSignal,
  { access }: WizardOptions,
): Promise<TokenCheck> {
  const kind = kindByPrefix(token);
  if (kind !== undefined && kind !== 'user')
    return { checkResult: { state: 'wrongTokenKind', kind }, organizations: [] };
  try {
    const api = access.apiWith({ kind: 'cloud', region, organizationKey: '' }, token);
    return { checkResult: undefined, organizations: await listMyOrganizations(api.with({ signal })) };
  } catch (failure) {
    if (!Failure.is(failure) || failure.code === 'cancelled') throw failure;
    const refused = failure.code === 'unauthorized';
    return {
      checkResult: refused ? { state: 'tokenRefused' } : { state: 'unreachable', failure },
      organizations: [],
    };
  }
}

/** The name of this client on the page of the platform and in its list of tokens. */
const clientName = 'Service for IDE';

interface BrowserHandOver {
  /**
   * Opens the page of the platform, waits for the token that the page sends, and submits it in the input box. After a
   * failure the box shows the reason, and the user can still paste a token. Another call cancels the first. The window
   * may be in the background meanwhile.
   */
  readonly start: (box: OpenBox) => Promise<void>;
  /** The expiry of the token that the browser handed over; undefined for any other token. */
  readonly expiryOf: (token: string) => string | undefined;
}

/** Nothing is opened before `start`. */
function browserHandOver({ cloud, clock, log }: WizardOptions, target: Target): BrowserHandOver {
  let received: TokenHandOver | undefined;
  let attempt: AbortController | undefined;
  return {
    start: async (box) => {
      attempt?.abort();
      attempt = new AbortController();
      const signal = AbortSignal.any([attempt.signal, box.signal]);
      try {
        box.say(l10n.t('Approve in the browser, or paste a token here'), true);
        const baseUrl = baseUrlOf(target, cloud());
        received = await tokenFromPage({ baseUrl, clientName, browser, clock, signal });
        box.say(l10n.t('The browser sent a token.'), false);
        box.submit(received.token);
      } catch (error) {
        if (signal.aborted) return;
        log.warn(`Token from the browser: ${messageOf(error)}`);
        box.say(refusalText(error), false);
      }
    },
    expiryOf: (token) => (received?.token === token ? received.expirationDate : undefined),
  };
}

/** Makes the port of an extension on another machine reachable for the browser, possibly under another number. */
const browser: Browser = {
  addressFor: async (own) => (await env.asExternalUri(Uri.parse(own, true))).toString(true),
  open: async (url) => env.openExternal(Uri.parse(url, true)),
};

const refusals: Partial<Record<FailureCode, () => string>> = {
  timeout: () =>
    l10n.t('The browser did not send a token within five minutes. Try again, or paste one here.'),
  unreachable: () =>
    l10n.t(
      'The browser cannot reach the machine that the extension runs on. Create a token on the platform and paste it here.',
    ),
  cancelled: () => l10n.t('The page was not opened. Paste a token here.'),
  busy: () => l10n.t("No port is available for the browser's answer. Paste a token here."),
};

function refusalText(error: unknown): string {
  const known = Failure.is(error) ? refusals[error.code]?.() : undefined;
  return (
    known ??
    l10n.t(
      'The token could not be received from the browser. See the log for details, or paste a token here.',
    )
  );
}
