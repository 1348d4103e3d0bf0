import type { Fields } from '../../core/fields.ts';
import { jsonIn } from '../request/encodedTexts.ts';

/** Returns the output of a tool, which Cursor sends as JSON in a text. Source: https://cursor.com/docs/hooks */
export function outputOf({ tool_output }: Fields): unknown {
  return typeof tool_output === 'string' ? (jsonIn(tool_output) ?? tool_output) : tool_output;
}
