import { deny } from '../../hook/answers.ts';

/** Returns the answers that a shim gives without the handler, as JSON without a line end. */
export function denials(editor: string): { prompt: string; session: string; permission: string } {
  const reason = `Blocked: the secrets guard does not run on this machine. Install service-cli, then run: service-cli integrate ${editor}`;
  return {
    prompt: deny('prompt', reason).stdout.trim(),
    session: deny('session', reason).stdout.trim(),
    permission: deny('permission', reason).stdout.trim(),
  };
}
