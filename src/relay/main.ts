/** Entry of the `relay` bundle: `service-cli relay …`. */
import { runOnNewerNode } from '../node/process/newerNode.ts';

void runOnNewerNode(async () => (await import('./commands.ts')).relayProgram());
