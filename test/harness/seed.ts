import { configureGlobal } from 'fast-check';

/**
 * Every property meets the same cases in every run, so that a change is judged by what it changed. New cases are looked
 * for by hand: `SERVICE_TEST_SEED=2 npm run test:unit`.
 */
configureGlobal({ seed: Number(process.env.SERVICE_TEST_SEED ?? 1) });
