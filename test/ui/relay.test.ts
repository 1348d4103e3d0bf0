import { relayScenario } from './relayScenario.ts';
import { watchedDemo } from './watchedPlatform.ts';

relayScenario(watchedDemo);
