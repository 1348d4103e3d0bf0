import { writeFileSync } from 'node:fs';
import { requireUser } from '../../../../src/cli/consent/userTerminal.ts';

/** Writes to the file of the argument why the terminal of this program is not the user's; `user` for the user's. */
const [, , answer = ''] = process.argv;
try {
  requireUser();
  writeFileSync(answer, 'user');
} catch (error) {
  writeFileSync(answer, (error as Error).message);
}
