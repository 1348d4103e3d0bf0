import type { CandidateKind } from './candidates/candidate.ts';
import { buckets, type FeatureSet } from './features.ts';
import { modelScale, modelWeights } from './model.data.ts';

let weights: Int8Array | undefined;

/**
 * The log-odds that a described candidate is a secret: the sum of the weights of its features. The weights come from
 * scripts/secrets/train.ts; one byte each, decoded on first use.
 */
export function logOdds(set: FeatureSet): number {
  weights ??= decodeWeights(modelWeights);
  let sum = 0;
  for (let i = 0; i < set.size; i++) sum += weights[set.indices[i] ?? 0] ?? 0;
  return sum * modelScale;
}

function decodeWeights(text: string): Int8Array {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length !== buckets)
    throw new Error(`The model has ${bytes.length} weights instead of ${buckets}`);
  return new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length);
}

/**
 * Places that hardly hold anything else: what stands there need look less like a secret, since the corpora that the model
 * learns from have few passwords that people made up themselves. In log-odds.
 */
export const placeOdds: Partial<Record<CandidateKind, number>> = { url: 1.5, header: 1.5, prose: 1, flag: 1 };
