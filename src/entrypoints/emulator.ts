/** Entry point of the `platform` bundle: `service-cli platform …`, with the tool server that this platform hosts. */
import { runOnNewerNode } from '../node/process/newerNode.ts';
import { mountToolServer } from '../tools/server/mountToolServer.ts';

void runOnNewerNode(async () => (await import('../emulator/commands.ts')).platformProgram(mountToolServer));
