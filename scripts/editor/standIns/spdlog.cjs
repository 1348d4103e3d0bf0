'use strict';
// Stands in for @vscode/spdlog, the compiled logger of the editor's server: writes each line to its file at once.
// It never rotates a file. Levels and line format are those of spdlog: tests search the files for tokens.
const { appendFileSync, mkdirSync } = require('node:fs');
const { dirname } = require('node:path');

const names = ['trace', 'debug', 'info', 'warning', 'error', 'critical'];
const off = names.length;
let defaultLevel = 2;

class Logger {
  #file;
  #level = defaultLevel;
  #isFormatted = true;

  constructor(_type, _name, file) {
    this.#file = file;
    mkdirSync(dirname(file), { recursive: true });
  }

  #write(level, message) {
    if (level < this.#level || this.#file === undefined) return;
    const time = new Date().toISOString().replace('T', ' ').replace('Z', '');
    appendFileSync(this.#file, this.#isFormatted ? `${time} [${names[level]}] ${message}\n` : message);
  }

  trace(message) {
    this.#write(0, message);
  }
  debug(message) {
    this.#write(1, message);
  }
  info(message) {
    this.#write(2, message);
  }
  warn(message) {
    this.#write(3, message);
  }
  error(message) {
    this.#write(4, message);
  }
  critical(message) {
    this.#write(5, message);
  }
  getLevel() {
    return this.#level;
  }
  setLevel(level) {
    this.#level = Math.min(level, off);
  }
  /** The editor sets a pattern only together with its own formatter, which it clears. */
  setPattern() {}
  clearFormatters() {
    this.#isFormatted = false;
  }
  /** Nothing is buffered. */
  flush() {}
  drop() {
    this.#file = undefined;
  }
}

const createLogger = (name, file) => Promise.resolve(new Logger('rotating', name, file));

exports.version = 0;
exports.setLevel = (level) => {
  defaultLevel = level;
};
exports.setFlushOn = () => {};
exports.createRotatingLogger = createLogger;
exports.createAsyncRotatingLogger = createLogger;
exports.Logger = Logger;
