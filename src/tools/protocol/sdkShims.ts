/**
 * Takes the place of the SDK's run-time shims in the bundle (scripts/build.ts), which would bring a JSON Schema
 * validator of 150 KB. The SDK needs it to check what a person filled into a form; this server shows none.
 */
export { default as process } from 'node:process';

export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error('This server asks for no input');
  }
}
