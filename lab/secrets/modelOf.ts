/** Trains a model from labelled repositories, ordinary packages and the texts of `everyday.ts`. */
import type { Model } from '../../src/secrets/classifier/classifier.ts';
import { corpusExamples, ordinaryExamples } from './examples.ts';
import { everydayExamples } from './everyday.ts';
import type { Label } from './labels.ts';
import { train, type Example } from './learning.ts';
import { ordinaryValues } from './words.data.ts';

/** A value with at least these log-odds counts as a secret. The third look at *judge* had a precision of .953 with it. */
export const threshold = 0;

/** @param ordinary A folder of packages in which nothing is a secret. */
export function examplesFor(corpus: string, labels: readonly Label[], ordinary: string): Example[] {
  const { real, made } = corpusExamples(corpus, labels, ordinaryValues);
  const plain = [...ordinaryExamples(ordinary)];
  const everyday = everydayExamples();
  console.error(
    `${real.length} candidates of the corpus, ${made.length} made from them, ${plain.length} ordinary, ${everyday.length} everyday`,
  );
  return [...real, ...made, ...plain, ...everyday];
}

/** Trains a model. Its weights are rounded to one byte. */
export function modelOf(examples: readonly Example[]): Model {
  const weights = train(examples);
  let largest = 0;
  for (const weight of weights) largest = Math.max(largest, Math.abs(weight));
  const scale = largest / 127;
  // Weights of one or two steps decide nothing, and zeros are packed well: the model is in three bundles.
  const bytes = Int8Array.from(weights, (weight) => {
    const steps = Math.round(weight / scale);
    return Math.abs(steps) > 2 ? steps : 0;
  });
  return { weights: bytes, scale, threshold };
}
