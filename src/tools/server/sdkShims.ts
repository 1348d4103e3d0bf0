/**
 * Replaces the SDK's run-time shims in the bundle (scripts/build.ts), which would bring a JSON Schema validator of 150
 * KB. The SDK uses it to check forms that a user filled in; this server shows no forms.
 */
export { default as process } from 'node:process';

export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error('This server asks for no input');
  }
}
