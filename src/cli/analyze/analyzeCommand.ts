import type { CommandRow } from '../program.ts';
import { analyzeSecrets, type SecretsOptions } from './analyzeSecrets.ts';

export const analyzeCommand: CommandRow = (program, run) => {
  program
    .command('analyze')
    .description('Look for problems in files')
    .command('secrets')
    .argument('[paths...]', 'files and folders; the current folder where none is named')
    .description('Find secrets: tokens, passwords, private keys. Exit 51 where there are any')
    .option('--stdin', 'scan standard input')
    .option('--staged', 'scan what is staged for the next commit')
    .option('--json', 'one JSON line per finding')
    .option('--sarif', 'one SARIF document, for code scanning')
    .option('--write-baseline', 'take the findings of today as given, in .service/secrets.json')
    .action(
      run((context, paths: string[], options: SecretsOptions) => analyzeSecrets(context, paths, options)),
    );
};
