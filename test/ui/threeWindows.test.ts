import { threeWindows } from './threeWindows.ts';
import { watchedDemo } from './watchedPlatform.ts';

threeWindows(5, watchedDemo);
