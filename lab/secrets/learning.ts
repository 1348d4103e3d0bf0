import { buckets } from '../../src/secrets/classifier/features.ts';

/** Logistic regression over hashed features: AdaGrad with L2 and seeded shuffling, reproducible. */
export interface Example {
  readonly features: Uint32Array;
  readonly positive: boolean;
  readonly weight: number;
  /** Examples of one group are never split between training and validation. */
  readonly group: string;
}

const epochs = 8;
const rate = 0.06;
const l2 = 1e-4;

/** Mulberry32: small, seeded, good enough to shuffle. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

function logit(weights: Float32Array, features: Uint32Array): number {
  let sum = 0;
  for (const feature of features) sum += weights[feature] ?? 0;
  return sum;
}

export function train(examples: readonly Example[]): Float32Array {
  const weights = new Float32Array(buckets);
  const squares = new Float32Array(buckets).fill(1);
  const order = examples.map((_, index) => index);
  const random = seededRandom(6);
  for (let epoch = 0; epoch < epochs; epoch++) {
    for (let i = order.length - 1; i > 0; i--) {
      const j = Math.floor(random() * (i + 1));
      const swap = order[i] ?? 0;
      order[i] = order[j] ?? 0;
      order[j] = swap;
    }
    for (const index of order) {
      const example = examples[index];
      if (example) update(weights, squares, example);
    }
  }
  return weights;
}

function update(weights: Float32Array, squares: Float32Array, example: Example): void {
  const probability = 1 / (1 + Math.exp(-logit(weights, example.features)));
  const error = (probability - Number(example.positive)) * example.weight;
  if (Math.abs(error) < 1e-4) return;
  for (const feature of example.features) {
    const weight = weights[feature] ?? 0;
    const gradient = error + l2 * weight;
    const square = (squares[feature] ?? 1) + gradient * gradient;
    squares[feature] = square;
    weights[feature] = weight - (rate * gradient) / Math.sqrt(square);
  }
}
