/** Entry of the `platform` bundle: `service-cli platform …`. */
import { runOnNewerNode } from '../node/newerNode.ts';

void runOnNewerNode(async () => (await import('./commands.ts')).platformProgram());
