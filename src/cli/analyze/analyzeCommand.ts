import { Option } from 'commander';
import { type V8Flag, withV8Flags } from '../../node/process/v8Flags.ts';
import { untilInterrupted } from '../interrupted.ts';
import { collect } from '../options.ts';
import type { CommandRow } from '../program.ts';
import { analyzeAgentic } from './analyzeAgentic.ts';
import { analyzeSecrets, type SecretsOptions } from './analyzeSecrets.ts';

/** Adds `analyze secrets` and `analyze agentic`. A scan of the history that is interrupted keeps its progress. */
export const analyzeCommand: CommandRow = (program, run) => {
  const analyze = program.command('analyze').description('Find problems in files');
  analyze
    .command('secrets')
    .argument('[paths...]', 'files and folders (default: the current folder)')
    .description('Find secrets such as tokens, passwords and private keys. Exits with 51 if there are any')
    .option('--stdin', 'scan standard input')
    .option('--staged', 'scan the files that are staged for the next commit')
    .option('--range <A..B>', 'scan the files that the commits of a range add or change')
    .option(
      '--history',
      'scan every commit of the repository; an interrupted scan continues where it stopped',
    )
    .option('--unpushed', 'scan uncommitted files, and the files of commits that no remote has')
    .option('--pushed [remote]', 'scan the commits that git names to a pre-push hook on standard input')
    .option('--json', 'print one JSON line per finding')
    .option('--sarif', 'print a SARIF document for code scanning')
    .option(
      '--trust-policy',
      'apply .service/secrets.json without the consent of a user, for example in a build',
    )
    .option('--verify', 'ask vendors, after a confirmation, whether they still accept the found tokens')
    .option('--low', 'exit with 51 for findings of low confidence, too: samples with a wrong checksum')
    .option('--write-baseline', 'accept the current findings and record them in .service/secrets.json')
    .action(
      run((context, paths: string[], options: SecretsOptions) =>
        withV8Flags(flags[Number.parseInt(process.versions.node)] ?? [], () =>
          options.history
            ? untilInterrupted((stop) => analyzeSecrets(context, paths, options, stop))
            : analyzeSecrets(context, paths, options),
        ),
      ),
    );
  analyze
    .command('agentic')
    .description('Analyze changed files on the platform. Exits with 51 if there are issues')
    .addOption(new Option('--depth <depth>', 'depth of the analysis').choices(['STANDARD', 'DEEP']))
    .option(
      '--file <path>',
      'file to analyze; repeatable (default: the files that git reports as changed)',
      collect,
    )
    .option('-p, --project <key>', 'key of the project (default: the project that the folder is bound to)')
    .option('--branch <name>', 'branch on the platform to compare with (default: the main branch)')
    .option('--quiet', 'end without a message and with 0 where the platform has no agent analysis')
    .option('--json', 'print one JSON line per issue')
    .action(run(analyzeAgentic));
};

/** TurboFan copies less of the functions that a function calls into its code. */
const inlineLess: V8Flag = ['max-inlined-bytecode-size-cumulative', 100, 920];

/**
 * The flags with which TurboFan does less, by the line of Node: a scan of 20 MB spends up to a third of its processor time
 * there. A function has to run more often, too, before it is compiled, above all on 24: Maglev's code is hardly slower here, which
 * earlier lines do not have. Later lines may not know the flags.
 */
const flags: Readonly<Record<number, readonly V8Flag[]>> = {
  20: [inlineLess, ['interrupt-budget', 400_000, 67_584]],
  22: [inlineLess, ['invocation-count-for-turbofan', 10_000, 3000]],
  24: [['invocation-count-for-turbofan', 300_000, 10_000]],
};
