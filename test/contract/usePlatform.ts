import assert from 'node:assert/strict';
import { startEmulator, type Emulator, type EmulatorOptions } from '../../src/emulator/emulator.ts';
import { Provisioner } from './provision.ts';

/** Starts an embedded platform before the tests of a suite, and stops it after them. */
export function usePlatform(options: EmulatorOptions = {}): {
  readonly platform: Omit<Emulator, 'stop'>;
  readonly admin: Provisioner;
} {
  let started: Emulator | undefined;
  const running = (): Emulator => started ?? assert.fail('The platform has not started');
  before(async () => {
    started = await startEmulator(options);
  });
  after(() => started?.stop());
  const platform: Omit<Emulator, 'stop'> = {
    get url() {
      return running().url;
    },
    get token() {
      return running().token;
    },
    get adminPassword() {
      return running().adminPassword;
    },
    control: (state) => running().control(state),
    idle: () => running().idle(),
  };
  return { platform, admin: Provisioner.of(platform) };
}

/** Starts an embedded platform that stops at the end of the block. */
export async function startPlatform(options?: EmulatorOptions): Promise<Emulator & AsyncDisposable> {
  const platform = await startEmulator(options);
  return { ...platform, [Symbol.asyncDispose]: () => platform.stop() };
}
