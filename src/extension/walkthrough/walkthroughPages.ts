import * as vscode from 'vscode';
import type { GateServices } from '../gates/gateServices.ts';
import { walkthroughId } from '../host/commandTable.ts';
import { progressMade, tick } from './walkthroughState.ts';
import { whatsNew } from './whatsNew.ts';

/** Returns the commands that open the walkthrough and the news, and the function that offers the news after an update. */
export function walkthroughPages(services: GateServices) {
  const news = whatsNew(services);
  return {
    commands: {
      'service.openWalkthrough': () => openWalkthrough(services),
      'service.showWhatsNew': news.show,
    },
    offerNews: news.offer,
  };
}

/** Opens the walkthrough and ticks the completed steps. */
async function openWalkthrough(services: GateServices): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.openWalkthrough', walkthroughId, false);
  const { hasConnection, hasBinding } = progressMade(services);
  if (hasConnection) await tick('connect', services);
  if (hasBinding) await tick('bind', services);
}
