import { Option } from 'commander';
import { gateStatus, type GateStatusOptions } from '../gate/gateStatus.ts';
import { untilInterrupted } from '../interrupted.ts';
import type { CommandRow } from '../program.ts';
import { withScope } from '../options.ts';

export const gateCommand: CommandRow = (program, run) => {
  const gate = program.command('gate').description('Read the quality gate of a project');
  withScope(
    gate
      .command('status')
      .description('Print whether the quality gate passed, with the failing conditions and their causes'),
  )
    .option('-w, --wait', 'wait until the platform has processed the analysis')
    .option('--timeout <seconds>', 'how long to wait', '300')
    .addOption(new Option('--task <id>', 'ID of the background task of the analysis').conflicts('reportTask'))
    .option('--report-task <file>', 'report-task.txt of the scanner, which names the task')
    .option('--json', 'print one JSON document')
    .addOption(
      new Option('--sarif', 'print a SARIF document for code scanning').conflicts([
        'json',
        'markdown',
        'annotations',
      ]),
    )
    .addOption(
      new Option('--markdown', 'print Markdown for the summary of a job').conflicts(['json', 'annotations']),
    )
    .addOption(
      new Option('--annotations <kind>', 'print annotations of GitHub, or a code quality report of GitLab')
        .choices(['github', 'gitlab'])
        .conflicts('json'),
    )
    .addHelpText('after', `\n${exitCodeHelp}`)
    .action(
      run((context, options: GateStatusOptions) =>
        untilInterrupted((stop) => gateStatus(context, options, stop)),
      ),
    );
};

const exitCodeHelp = `Exit codes:
  0    the quality gate passed
  1    the status could not be determined
  2    invalid options
  52   the quality gate failed
  130  interrupted`;
