/**
 * The kind of an event decides the form of the answer. `permission`: an action that the agent is about to take.
 * `prompt`: a text of the user on its way to the model. `output`: what a tool has printed, on its way to the model.
 * `session`: the start of a session, which takes context. `turn`: the end of a turn, which takes a message to the model.
 */
export type EventKind = 'permission' | 'prompt' | 'output' | 'session' | 'turn';

/** The kinds of events that a hook allows or denies. No failure of a hook stops the other ones. */
export type CheckedKind = Exclude<EventKind, 'session' | 'turn'>;

/** The answer of a hook: a line of JSON on standard output and an exit code. */
export interface Answer {
  readonly stdout: string;
  /** The reason, for agents that read it from standard error. */
  readonly stderr?: string;
  readonly exitCode: 0 | 2;
  /** Whether the answer allows the event and shows the user a message. */
  readonly isWarning?: true;
  /** Whether the answer gives the model the output of a tool without its secrets. */
  readonly isMasked?: true;
  readonly cause?: AnswerCause | undefined;
}

/** What an event was denied or masked for, without any value. */
export interface AnswerCause {
  readonly rules: readonly string[];
  readonly path?: string | undefined;
}

/** The events that an agent asks hooks about, and the form in which it expects the answers. */
export interface HookProtocol {
  readonly events: Readonly<Record<string, EventKind>>;
  /** The environment variable in which the agent names the open folder, if it does. */
  readonly folderVariable?: string;
  /** Whether the agent runs hooks in the open folder, and names it nowhere else. */
  readonly runsInFolder?: boolean;
  /** Whether the start of a session also tells the rule for analyses: the agent has no file for it, and no hook at the end of a turn. */
  readonly tellsRule?: boolean;
  /** Returns the answer that allows the event. It is explicit: an agent that fails closed takes silence for a failure. */
  readonly allow: (kind: CheckedKind) => Answer;
  /**
   * Returns the answer that allows the event and shows the user a message. An agent without this is told nothing about
   * what is only a warning.
   */
  readonly warn?: (message: string) => Answer;
  /**
   * Returns the answer that denies the event. For `output` the answer keeps the output from the model; an agent that
   * cannot do that shows the reason instead.
   *
   * @param reason Tells the user and the agent why, and what to do.
   */
  readonly deny: (kind: CheckedKind, reason: string) => Answer;
  /**
   * Returns the answer that withholds the output of a tool, for an agent that only takes a replacement in the form of
   * the original. Without this, `deny` withholds it.
   *
   * @param stdin The request.
   * @param replace Returns a text of the output as it may reach the model.
   */
  readonly withhold?: (stdin: string, reason: string, replace: (text: string) => string) => Answer;
  /**
   * Returns the answer that gives the model the output of a tool with its texts replaced; undefined for an output with
   * parts that a replacement cannot have. An agent without this gets `deny`.
   */
  readonly mask?: (stdin: string, replace: (text: string) => string) => Answer | undefined;
  readonly addContext: (text: string) => Answer;
  /** Returns the answer that gives the model a message instead of ending the turn; absent without such an event. */
  readonly goOn?: (message: string) => Answer;
}

/** The answer without content: it lets a session start, and a turn end. */
export const noAnswer: Answer = { stdout: '{}\n', exitCode: 0 };

/** The facts about a request that the agent does not send with it. */
export interface QuestionContext {
  /** The folder that the agent names in its environment, if it does. */
  readonly folder?: string | undefined;
  /** The user's home folder, for paths that begin with `~`. */
  readonly home?: string | undefined;
  /** The operating system, on which the language of command lines depends; POSIX when it is absent. */
  readonly platform?: NodeJS.Platform | undefined;
}

export type Shell = 'posix' | 'powershell' | 'cmd';

/** A command line that the agent is about to run. */
export interface ShellRequest {
  readonly command: string;
  /** The absolute folder in which it runs, if it is known. */
  readonly cwd: string | undefined;
  readonly shell: Shell;
}

/** A search whose matching lines reach the model. */
export interface SearchRequest {
  /** The file or folder that is searched, absolute. */
  readonly path: string;
  /** Regular expression that the printed lines match; undefined when every line may be printed. */
  readonly pattern?: string | undefined;
  /** Words of a question in plain language. A line with one of them may be printed. */
  readonly question?: string | undefined;
  /** Only files whose name or path matches one of these are searched; all files when the list is empty or absent. */
  readonly globs?: readonly string[] | undefined;
  readonly ignoresCase?: boolean | undefined;
  /** Lines that are printed before and after each match. */
  readonly context?: number | undefined;
  /** Whether files and folders are skipped whose names begin with a dot. */
  readonly skipsHidden?: boolean | undefined;
}

export interface WriteRequest {
  /** Absolute; as a patch names it while the patch is read. */
  readonly path: string;
  /** The texts that the change brings into the file. */
  readonly added: readonly string[];
  /** Returns the text after the change, empty for a removed file; undefined when that is not known. */
  readonly result: (before: string) => string | undefined;
}

/** Files with instructions that an agent adds to each prompt, with the files that they import. */
export interface MemoryFiles {
  /** Absolute. A file may be missing. */
  readonly files: readonly string[];
  /** Returns the absolute paths that the text of such a file, or of an imported one, may import. */
  readonly importsOf: (text: string, path: string) => readonly string[];
}

/** Settings of an agent that have changed on disk, and that it asks whether to follow. */
export interface ChangedSettings {
  readonly agent: string;
  /** Absolute. A file may be missing. */
  readonly paths: readonly string[];
}

/** The parts of a request that a hook checks. */
export interface HookInput {
  /** Text that is about to reach the model: the prompt, or the file as the agent has it. */
  readonly text: string | undefined;
  /** Texts that come with a prompt or a file, such as a selection. */
  readonly attached: readonly string[];
  /** Texts that leave the machine as arguments of a tool. */
  readonly toolArguments: readonly string[];
  /** Texts that a tool has printed. */
  readonly outputs: readonly string[];
  readonly commands: readonly ShellRequest[];
  readonly searches: readonly SearchRequest[];
  readonly writes: readonly WriteRequest[];
  readonly settings: ChangedSettings | undefined;
  /** Files about to reach the model, absolute. */
  readonly files: readonly string[];
  /** Absolute paths from texts in unknown fields. Each is checked when a file of that name exists. */
  readonly others: readonly string[];
  readonly memory: MemoryFiles | undefined;
  readonly roots: readonly string[];
}

export const emptyInput: HookInput = {
  text: undefined,
  attached: [],
  toolArguments: [],
  outputs: [],
  commands: [],
  searches: [],
  writes: [],
  settings: undefined,
  files: [],
  others: [],
  memory: undefined,
  roots: [],
};

/** The message says what is wrong with a request. The answer to such a request is a denial. */
export class BadInput extends Error {}

/** The message says in words for the user why something cannot be checked. */
export class Unreadable extends Error {}

export function jsonAnswer(value: object, exitCode: Answer['exitCode'] = 0, stderr?: string): Answer {
  return { stdout: `${JSON.stringify(value)}\n`, exitCode, ...(stderr !== undefined && { stderr }) };
}

/** Returns the answer that allows an event and shows the user a message, for agents that have the field `systemMessage`. */
export function systemWarning(systemMessage: string): Answer {
  return { ...jsonAnswer({ systemMessage }), isWarning: true };
}

/** Returns the answer that gives the model the output of a tool without its secrets. */
export function maskedAnswer(value: object): Answer {
  return { ...jsonAnswer(value), isMasked: true };
}

/** A secret that was found, without the secret. */
export interface Finding {
  readonly rule: string;
  /** 1-based. */
  readonly line: number;
  /** Advice for the user when the project's policy would allow the secret, but the policy is not trusted. */
  readonly advice?: string | undefined;
  /** The text has characters that only an agent reads, and not a secret. */
  readonly isHidden?: true;
  /** The user is only warned about it, and the text may reach the model. */
  readonly isWarning?: true;
}

/**
 * Returns the first finding of a text that the project does not allow, or undefined. A warning is only returned for a
 * text without another finding.
 *
 * @param path The file of the text, or undefined for a prompt.
 * @param root The open folder.
 * @throws when the text cannot be checked completely.
 */
export type FindSecret = (
  text: string,
  path: string | undefined,
  root: string | undefined,
) => Finding | undefined;
