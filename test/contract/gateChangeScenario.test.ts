import { ModelPlatform } from '../simulation/modelPlatform.ts';
import { createMonitoredWindow, serverConnection } from '../simulation/monitoredWindow.ts';
import { FaultyHttp } from '../simulation/faultyHttp.ts';
import { VirtualClock } from '../simulation/virtualClock.ts';
import { gateChangeNotifier, runGateChangeScenario } from './gateChangeScenario.ts';

const start = Date.UTC(2026, 5, 1);

describe('the gate change scenario', () => {
  // test/contract/scenarios.ts runs it on the embedded platform and on real servers.
  it('delivers the expected notifications on the model platform', async () => {
    const clock = new VirtualClock();
    const now = () => start + clock.elapsed;
    const platform = new ModelPlatform(['p'], now);
    const http = new FaultyHttp({ platform, clock, faultOf: () => 'none', latency: () => 5 });
    const notifier = gateChangeNotifier();
    const intervalMs = () => 3_600_000;
    const { monitor } = createMonitoredWindow({ clock, http, notifier, intervalMs });
    monitor.watch([{ connection: serverConnection('one'), project: 'p' }]);
    const started = monitor.start();
    await clock.advance(1000);
    await started;
    let isIssueThere = false;
    let isFalsePositive = false;
    const status = () => (isIssueThere && !isFalsePositive ? 'ERROR' : 'OK');
    await runGateChangeScenario({
      notifier,
      comparesAnalyses: true,
      analyse: async (code, meanwhile) => {
        const began = now();
        await meanwhile?.();
        isIssueThere = code === 'dirty';
        platform.analyse('p', status(), began);
      },
      transition: (transition) => {
        isFalsePositive = transition === 'falsepositive';
        platform.changeIssue('p', status());
        return Promise.resolve();
      },
      check: async () => {
        await Promise.all([monitor.check(), clock.advance(10_000)]);
      },
    });
    monitor.dispose();
  });
});
