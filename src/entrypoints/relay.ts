/** The entry point of the `relay` bundle, which runs `service-cli relay …`. */
import { runOnNewerNode } from '../node/process/newerNode.ts';

void runOnNewerNode(async () => (await import('../relay/commands.ts')).relayProgram());
