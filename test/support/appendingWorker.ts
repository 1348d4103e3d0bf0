import { workerData } from 'node:worker_threads';
import * as z from 'zod/mini';
import { JsonFile } from '../../src/node/files/storedJson.ts';
import { CollectingLog } from './collectingLog.ts';

/** A thread that appends to a shared file, with its own copy of every module, as another process has. */
const { path, name, count } = z
  .object({ path: z.string(), name: z.string(), count: z.number() })
  .parse(workerData);
const schema = z.object({ version: z.literal(1), items: z.array(z.string()) });
const file = new JsonFile({ path, schema, empty: { version: 1, items: [] }, log: new CollectingLog() });
for (let n = 0; n < count; n++)
  await file.update((doc) => ({ ...doc, items: [...doc.items, `${name}/${n}`] }));
