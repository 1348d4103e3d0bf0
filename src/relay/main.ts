/** Entry of the `relay` bundle: `service-cli relay …`. */
import { runOnNewerNode } from '../node/newerNode.ts';

void runOnNewerNode(async () => (await import('./commands.ts')).relayProgram());
