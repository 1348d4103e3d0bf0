import * as z from 'zod';
import { getSystemInfo as get } from '../../core/api/systemAdministration.ts';
import { countFitting } from '../definition/plainText.ts';
import { defineTool } from '../definition/tool.ts';

export const getSystemInfo = defineTool({
  name: 'get_system_info',
  title: 'Server information',
  description: 'Sections of settings and states; administrators only.',
  toolset: 'system',
  effect: 'read',
  only: 'server',
  input: z.strictObject({ section: z.string().optional() }),
  output: z.strictObject({
    sections: z.array(z.strictObject({ name: z.string(), attributes: z.unknown() })),
    sectionNames: z.array(z.string()),
  }),
  async run({ api, signal }, { section }) {
    const info = Object.entries(await get(api, { signal })).map(([name, attributes]) => ({
      name,
      attributes,
    }));
    const wanted = section === undefined ? info : info.filter(({ name }) => name === section);
    return {
      sections: wanted.slice(0, countFitting(wanted)),
      // The names of all sections: the agent can request those whose content did not fit one by one.
      sectionNames: info.map(({ name }) => name),
    };
  },
});
