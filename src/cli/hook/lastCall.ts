import { closeSync, constants, fstatSync, ftruncateSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Answer, AnswerCause } from '../../agents/protocol.ts';
import { isChecked, kindOf, protocolOf } from '../../agents/protocols.ts';
import { openPrivate } from '../../node/files/openFile.ts';
import { serviceHome } from '../../node/files/serviceHome.ts';
import { appendDecision, type DecisionLine } from '../decisionRecord.ts';

/**
 * Notes that a hook was called and what it answered, for `system status`: one small file per agent and event, without
 * any content of the request. What it denied or masked also gets a line in the record of decisions. Never throws: a
 * failed note must not change the answer.
 */
export function noteCall(agent: string, event: string, answer: Answer, env: NodeJS.ProcessEnv): void {
  const kind = kindOf(agent, event);
  const protocol = protocolOf(agent);
  // Only names from the tables may become names of files.
  if (kind === undefined || protocol === undefined || env.SERVICE_HOOK_CHECK === '1') return;
  const isAllowed =
    !isChecked(kind) || answer.isWarning === true || answer.stdout === protocol.allow(kind).stdout;
  const said = answer.isMasked === true ? 'masked' : isAllowed ? 'allowed' : 'denied';
  // Milliseconds, because writing the first date as text takes longer than all else here.
  const at = Date.now();
  const note = { at, answer: said };
  try {
    const { calls, decisions } = serviceHome(env);
    if (said !== 'allowed') noteDecision(decisions, { at, agent, event, answer: said }, answer.cause);
    const path = join(calls, `${agent} ${event}.json`);
    const file = openPrivate(path, constants.O_WRONLY);
    // The file is overwritten and then cut: file systems such as ext4 write a file that was emptied first to the disk when
    // it is closed, and the hook would wait for the disk.
    const length = writeSync(file, JSON.stringify(note));
    if (fstatSync(file).size > length) ftruncateSync(file, length);
    closeSync(file);
  } catch {
    // For example a full disk: `system status` then shows an earlier call or none.
  }
}

function noteDecision(folder: string, line: DecisionLine, cause: AnswerCause = { rules: [] }): void {
  try {
    appendDecision(folder, line, cause);
  } catch {
    // For example a full disk, or a link in its place: this decision is then not in the record.
  }
}
