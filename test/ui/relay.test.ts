import { relayStory } from './relayStory.ts';
import { watchedDemo } from './watchedPlatform.ts';

relayStory(watchedDemo);
