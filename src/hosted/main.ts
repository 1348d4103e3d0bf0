/** Entry of the `platform` bundle: `service-cli platform …`, with the tool server that this platform hosts. */
import { runOnNewerNode } from '../node/newerNode.ts';
import { inviteToolServer } from './inviteToolServer.ts';

void runOnNewerNode(async () => (await import('../platform/commands.ts')).platformProgram(inviteToolServer));
