import * as vscode from 'vscode';
import { deliveryErrorOf, type DeliveryDetails } from '../../core/api/webhooks.ts';
import { DisposableStore, type Disposable } from '../../core/disposables.ts';
import { deliveryText, timeText } from './deliveryTexts.ts';

const scheme = 'service-delivery';

/** Shows deliveries as read-only documents, which are never written to disk. */
export class DeliveryDocuments implements Disposable {
  readonly #scope = new DisposableStore();
  readonly #changed = this.#scope.add(new vscode.EventEmitter<vscode.Uri>());
  readonly #texts = new Map<string, string>();

  constructor() {
    this.#scope.add(
      vscode.workspace.registerTextDocumentContentProvider(scheme, {
        onDidChange: this.#changed.event,
        provideTextDocumentContent: (uri) => this.#texts.get(uri.toString()) ?? '',
      }),
    );
    this.#scope.add(vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#texts.delete(uri.toString())));
  }

  async show(delivery: DeliveryDetails): Promise<void> {
    // The tab shows the name. The id distinguishes two deliveries of the same second.
    const name = `${delivery.name ?? 'webhook'} ${delivery.at}`.replaceAll(/[/\\:]/g, '-');
    const uri = vscode.Uri.from({ scheme, path: `/${name}.jsonc`, query: delivery.id });
    this.#texts.set(uri.toString(), documentText(delivery));
    this.#changed.fire(uri);
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri));
  }

  dispose(): void {
    this.#scope.dispose();
  }
}

/** Returns the facts about the delivery as comments, followed by its indented body. */
function documentText(delivery: DeliveryDetails): string {
  const { url, at, name, payload } = delivery;
  const reason = deliveryErrorOf(delivery);
  const lines = [
    [name, url].filter(Boolean).join(' · '),
    `${timeText(at)} · ${deliveryText(delivery).label}`,
    ...(reason === undefined ? [] : [vscode.l10n.t('Error: {0}', reason)]),
    vscode.l10n.t('The payload is indented here for reading. It is sent again unchanged.'),
  ];
  // Each fact is one line, even if a name or a reason contains line breaks.
  const head = lines.map((line) => `// ${line.replaceAll(/\s+/g, ' ')}`);
  return [...head, indented(payload), ''].join('\n');
}

function indented(payload: string): string {
  try {
    return JSON.stringify(JSON.parse(payload), undefined, 2);
  } catch {
    // A payload that is not JSON is shown unchanged.
    return payload;
  }
}
