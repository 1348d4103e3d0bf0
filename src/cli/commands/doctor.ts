import { doctor, type DoctorOptions } from '../doctor/doctor.ts';
import type { CommandRow } from '../program.ts';

/** Adds `doctor`. With `--url` it needs no login. */
export const doctorCommand: CommandRow = (program, run) =>
  program
    .command('doctor')
    .description(
      'Check versions, proxy, name, certificates, clock, platform, login and hooks, and name the fix of each failure. Exits with 1 if a check fails',
    )
    .option(
      '-s, --url <url>',
      'check the connection to this server instead of that of the login, without a token',
    )
    .option(
      '--relay <url>',
      'check the connection to this relay too, with the key in SERVICE_RELAY_KEY if it is set',
    )
    .option('--output <file>', 'write the report to a file, for a support request')
    .action(run((context, options: DoctorOptions) => doctor(context, options)));
