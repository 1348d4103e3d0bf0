import { Option } from 'commander';
import type { CommandRow } from '../program.ts';
import { type AgenticOptions, analyzeAgentic } from './analyzeAgentic.ts';
import { analyzeSecrets, type SecretsOptions } from './analyzeSecrets.ts';

export const analyzeCommand: CommandRow = (program, run) => {
  const analyze = program.command('analyze').description('Look for problems in files');
  analyze
    .command('secrets')
    .argument('[paths...]', 'files and folders; the current folder where none is named')
    .description('Find secrets: tokens, passwords, private keys. Exit 51 where there are any')
    .option('--stdin', 'scan standard input')
    .option('--staged', 'scan what is staged for the next commit')
    .option('--json', 'one JSON line per finding')
    .option('--sarif', 'one SARIF document, for code scanning')
    .option(
      '--trust-policy',
      'let .service/secrets.json count without the consent of a person, as in a build',
    )
    .option('--write-baseline', 'take the findings of today as given, in .service/secrets.json')
    .action(
      run((context, paths: string[], options: SecretsOptions) => analyzeSecrets(context, paths, options)),
    );
  analyze
    .command('agentic')
    .description('Have the platform analyze changed files. Exit 51 where it finds issues')
    .addOption(new Option('--depth <depth>', 'how deep to look').choices(['STANDARD', 'DEEP']))
    .option('--file <path>', 'a file to analyze, repeatable; else what git sees as changed', collect)
    .option('-p, --project <key>', 'key of the project; else what the folder is bound to')
    .option('--branch <name>', 'branch of the platform to compare with; else its main branch')
    .option('--json', 'one JSON line per issue')
    .action(run((context, options: AgenticOptions) => analyzeAgentic(context, options)));
};

function collect(path: string, before: readonly string[] = []): string[] {
  return [...before, path];
}
