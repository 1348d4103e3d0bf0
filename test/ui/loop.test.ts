import { DemoPlatform } from '../support/demoPlatform.ts';
import { loopScenario } from './loopScenario.ts';

loopScenario(async (keep) => {
  const platform = await keep(DemoPlatform.start());
  const project = { key: 'shop', name: 'Web Shop' };
  await platform.createProject(project.key, project.name);
  return {
    url: platform.url,
    token: platform.token,
    project,
    clean: {
      'src/mean.js': ['export function mean(prices) {', '  return total(prices) / prices.length;', '}'],
      'src/total.js': ['export function total(prices) {', '  return prices.reduce((a, b) => a + b, 0);', '}'],
    },
    issue: '  debugger;',
    analyse: (files) => platform.analyzeFiles(project.key, files),
  };
});
