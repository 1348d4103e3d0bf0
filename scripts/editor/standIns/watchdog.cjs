'use strict';
// Stands in for native-watchdog, which ends an extension host whose parent process is gone. The compiled module does it from
// a thread, so that it ends a host whose JavaScript hangs too.
const lookMs = 1000;

exports.start = (pid) => {
  const timer = setInterval(() => {
    try {
      process.kill(pid, 0);
    } catch {
      // The exit code of the compiled module.
      exports.exit(87);
    }
  }, lookMs);
  timer.unref();
};
/** Not `process.exit`, which the editor replaces in an extension host. */
exports.exit = (code) => process.reallyExit(code ?? 0);
