import { deny } from '../../hook/answers.ts';

/** The answers a shim gives alone, as JSON without line end. */
export function denials(editor: string): { prompt: string; session: string; permission: string } {
  const reason = `Blocked: the secrets guard does not run on this machine. Install service-cli, then run: service-cli integrate ${editor}`;
  return {
    prompt: deny('prompt', reason).stdout.trim(),
    session: deny('session', reason).stdout.trim(),
    permission: deny('permission', reason).stdout.trim(),
  };
}
